// A player's share in the dice: chance of this browser, until the player writes something else.

const field = document.getElementById("share");
if (field && !field.value) {
  field.value = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
