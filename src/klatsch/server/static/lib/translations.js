// The page's sentences: they come from the server, in the language of the page.

let sentences = {};

export function loadTranslations(json) {
  sentences = JSON.parse(json);
}

/** say("turn_of", { who: "White" }) */
export function say(id, values = {}) {
  return (sentences[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
