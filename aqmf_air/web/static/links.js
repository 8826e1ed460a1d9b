// Links of a page that a plain click follows in the same window.

/**
 * The link that a click follows within the app; null: it is another click, or the browser's own business.
 * @type {(event: MouseEvent) => HTMLAnchorElement | null}
 */
export function followed(event) {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  const plain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const ours = link && !event.defaultPrevented && !link.target && !link.hasAttribute("download");
  return ours && plain && link.origin === location.origin ? link : null;
}
