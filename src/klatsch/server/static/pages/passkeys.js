// Passkeys: the browser makes one for an account, or signs in with one. Without them the page is as it was.

import { closestTo } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { busy } from "../lib/toast.js";

// Browsers have them over https and at home, and never for an address of figures.
const possible = Boolean(window.PublicKeyCredential) && !/^[\d.]+$|:/.test(location.hostname);
for (const part of document.querySelectorAll("[data-passkeys]")) part.toggleAttribute("hidden", !possible);

document.addEventListener("click", (event) => {
  const button = closestTo(event, "[data-passkey]");
  if (button) busy(button, button.dataset.passkey === "add" ? add : use);
});

async function add() {
  const options = await post("/api/me/passkeys/begin");
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(withBytes),
    },
  });
  await post("/api/me/passkeys", { credential: asJson(made) });
  location.assign("/me");
}

async function use() {
  const options = await post("/api/me/sign-in/passkey/begin");
  const found = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(withBytes),
    },
  });
  await post("/api/me/sign-in/passkey", { credential: asJson(found) });
  location.assign("/");
}

/** @param {{ id: string }} described */
function withBytes(described) {
  return { ...described, id: bytesOf(described.id) };
}

/**
 * As the server reads it.
 *
 * @param {any} credential
 */
function asJson(credential) {
  const { response } = credential;
  /** @type {Record<string, string>} */
  const answer = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) answer[name] = textOf(response[name]);
  }
  return { id: credential.id, rawId: textOf(credential.rawId), type: credential.type, response: answer };
}

/** @param {string} text in base64, as addresses write it */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
