// What this browser stores of the dice of a match: the commitment as it was told before the game, and the number that
// the browser added itself. Whoever forges the record later can't change them.

import { toHex } from "./hex.js";

/** @typedef {{ commitment: string, nonce: string, seats: number[] }} StoredDice */

/** @param {string} match */
const place = (match) => `klatsch-dice-${match}`;

/**
 * Null where nothing was stored.
 *
 * @param {string} match
 * @returns {StoredDice | null}
 */
export function storedDice(match) {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores what is exchanged and returns our own number. The first commitment and the first number stay for good.
 *
 * @param {string} match
 * @param {string} commitment
 * @param {number[]} seats
 */
export function storeDice(match, commitment, seats) {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const stored = { commitment, nonce, ...storedDice(match), seats };
  try {
    localStorage.setItem(place(match), JSON.stringify(stored));
  } catch {
    // A browser that stores nothing plays all the same; its fair-dice page says so.
  }
  return stored.nonce;
}
