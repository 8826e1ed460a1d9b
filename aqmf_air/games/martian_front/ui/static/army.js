// A share link carries its token as a fragment, which no server gets to see: this page opens it.
if (location.hash.startsWith("#aqa")) {
  location.replace(`/army?${new URLSearchParams({ list: location.hash.slice(1) })}`);
}
