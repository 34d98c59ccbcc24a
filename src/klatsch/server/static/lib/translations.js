// Sentences in the language of the page; they come from the server.

/** @type {Record<string, string>} */
let sentences = {};

/** @param {string | undefined} json sentences by their names */
export function loadTranslations(json) {
  sentences = JSON.parse(json ?? "{}");
}

/**
 * say("turn_of", { who: "White" })
 *
 * @param {string} id
 * @param {Record<string, unknown>} [values]
 */
export function say(id, values = {}) {
  return (sentences[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
