// What this browser keeps of the dice of a match: the commitment as it was told before the game, and the number that
// the browser added itself. Whoever forges the record later can't change them.

const place = (match) => `klatsch-dice-${match}`;

/** {commitment, nonce, seats}, or null where nothing was kept. */
export function storedDice(match) {
  try {
    return JSON.parse(localStorage.getItem(place(match)));
  } catch {
    return null;
  }
}

/** Keeps what is exchanged and returns our own number. The first commitment and the first number stay for good. */
export function storeDice(match, commitment, seats) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const kept = { commitment, nonce, ...storedDice(match), seats };
  try {
    localStorage.setItem(place(match), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing plays all the same; its fair-dice page says so.
  }
  return kept.nonce;
}
