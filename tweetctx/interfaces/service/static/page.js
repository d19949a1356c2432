"use strict";
// The page works without this; it adds what only a script can do.

const said = document.getElementById("said");

function select(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

async function copy(text, button) {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    copied = select(text); // no clipboard for pages that came without encryption
  }
  button.focus();
  said.textContent = "";
  said.textContent = copied ? "Copied" : "The browser does not let this page copy";
  const label = button.textContent;
  button.textContent = copied ? "Copied" : "Not copied";
  button.disabled = true;
  setTimeout(() => { button.textContent = label; button.disabled = false; }, 1200);
}

for (const group of document.querySelectorAll(".copies")) group.hidden = false;
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(document.getElementById(button.dataset.copy).textContent, button));
}

const form = document.querySelector("form.ask");
form?.tweet.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
