// Forms of the people's pages: each sends its fields as JSON and tells what came of it.

import { post } from "../lib/http.js";
import { busy, toast } from "../lib/toast.js";

for (const form of document.querySelectorAll("form[data-post]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { post: path, done, go, shows, sure } = form.dataset;
    const alert = form.querySelector("[role=alert]");
    alert.textContent = "";
    if (sure && !confirm(sure)) return;
    busy(form.querySelector("button:not([type=button])"), async () => {
      try {
        const answer = await post(path, Object.fromEntries(new FormData(form, event.submitter)));
        if (shows) return showOnce(form, answer[shows]);
        if (go) return location.assign(go);
        toast(done);
        form.reset();
      } catch (error) {
        alert.textContent = error.message;
      }
    });
  });
}

/** A secret that the server doesn't tell again takes the form's place. */
function showOnce(form, secret) {
  const shown = document.getElementById(form.dataset.reveals);
  shown.hidden = false;
  const code = shown.querySelector("output");
  code.textContent = secret;
  form.hidden = true;
  for (const part of document.querySelectorAll(`[data-until="${shown.id}"]`)) part.hidden = true;
  shown.querySelector("button, a").focus();
}

// Pressed buttons of a group: mute, block or neither.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-peace]");
  if (!button) return;
  const pressed = button.getAttribute("aria-pressed") === "true";
  busy(button, async () => {
    await post(button.dataset.path, { kind: pressed ? "" : button.dataset.peace });
    for (const each of document.querySelectorAll("[data-peace]")) {
      each.setAttribute("aria-pressed", String(each === button && !pressed));
    }
    toast(pressed ? button.dataset.undone : button.dataset.done);
  });
});

