// A share link carries its scenario as a fragment, which no server gets to see: this page opens it, once, and forgets it.

function open() {
  const token = location.hash.slice(1);
  if (!/^aqs\d/.test(token)) return;
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("given-form");
  const { given } = form.elements;
  if (token.length > given.maxLength) {
    const fault = document.getElementById("fault");
    fault.textContent = `This link is too long for a scenario: ${token.length} characters, expected at most ${given.maxLength}. Ask for its file.`;
    fault.hidden = false;
    return;
  }
  given.value = token;
  form.requestSubmit();
}

open();
addEventListener("hashchange", open);
