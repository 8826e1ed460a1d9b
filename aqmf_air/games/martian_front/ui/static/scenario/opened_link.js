// A share link carries its scenario as a fragment, which no server gets to see: this page opens it, once, and forgets it.

import { refuse } from "/static/refusal.js";

function open() {
  const token = location.hash.slice(1);
  if (!/^aqs\d/.test(token)) return;
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("given-form");
  const { given } = form.elements;
  if (token.length > given.maxLength) {
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
