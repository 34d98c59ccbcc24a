// Forms of accounts and profiles: each sends its fields as JSON and tells what came of it.

import { byId, closestTo, within } from "../lib/dom.js";
import { post, reasonOf } from "../lib/http.js";
import { busy, toast } from "../lib/toast.js";

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-post]");
for (const form of forms) form.addEventListener("submit", (event) => submit(form, event));

/**
 * @param {HTMLFormElement} form
 * @param {SubmitEvent} event
 */
function submit(form, event) {
  event.preventDefault();
  const { post: path = "", done = "", go, shows, sure } = form.dataset;
  const alert = within(form, "[role=alert]");
  alert.textContent = "";
  if (sure && !confirm(sure)) return;
  const given = Object.fromEntries(new FormData(form, event.submitter)); // a button that is busy tells no value
  busy(form.querySelector("button:not([type=button])"), async () => {
    try {
      const answer = await post(path, given);
      if (shows) return showOnce(form, answer[shows]);
      if (go) return location.assign(go);
      toast(done);
      form.reset();
    } catch (error) {
      alert.textContent = reasonOf(error);
    }
  });
}

/**
 * A secret that the server doesn't tell again takes the form's place.
 *
 * @param {HTMLFormElement} form
 * @param {string} secret
 */
function showOnce(form, secret) {
  const shown = byId(form.dataset.reveals ?? "");
  shown.hidden = false;
  within(shown, "output").textContent = secret;
  form.hidden = true;
  for (const part of document.querySelectorAll(`[data-until="${shown.id}"]`)) part.toggleAttribute("hidden", true);
  within(shown, "button, a").focus();
}

// Pressed buttons of a group: mute, block or neither.
document.addEventListener("click", (event) => {
  const button = closestTo(event, "[data-peace]");
  if (!button) return;
  const { path = "", peace, done = "", undone = "" } = button.dataset;
  const pressed = button.getAttribute("aria-pressed") === "true";
  busy(button, async () => {
    await post(path, { kind: pressed ? "" : peace });
    for (const each of document.querySelectorAll("[data-peace]")) {
      each.setAttribute("aria-pressed", String(each === button && !pressed));
    }
    toast(pressed ? undone : done);
  });
});
