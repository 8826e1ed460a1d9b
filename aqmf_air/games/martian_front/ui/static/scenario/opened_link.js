// A share link carries its scenario as a fragment, which no server gets to see: this page opens it, once, and forgets it.

import { element } from "/static/board/dom.js";
import { refuse } from "/static/refusal.js";

function open() {
  const token = location.hash.slice(1);
  if (!/^aqs\d/.test(token)) return;
  history.replaceState(null, "", location.pathname);
  /** @type {HTMLFormElement} */
  const form = element("#given-form");
  /** @type {HTMLTextAreaElement} */
  const given = element("[name=given]", form);
  if (token.length > given.maxLength) {
    element("details:has(#given-form)").toggleAttribute("open", true);
    refuse(
      given,
      `This link is too long for a scenario: ${token.length} characters, expected at most ${given.maxLength}. Ask for its file.`,
    );
    return;
  }
  given.value = token;
  form.requestSubmit();
}

open();
addEventListener("hashchange", open);
