// What this browser stores of the dice of a match: the commitment as it was told before the game, the number that the
// browser added itself, and the secret of which its seats' hash chains are made. Whoever forges the record later can't
// change them.

import { chainOf } from "./dice_check.js";
import { toHex } from "./hex.js";

/**
 * @typedef {object} StoredDice
 * @property {string} commitment
 * @property {string} nonce
 * @property {number[]} seats
 * @property {string} [secret] of the hash chains; games that began before there were any have none
 * @property {Record<number, number[]>} [used] the links that were taken with an action, by seat
 */

const LINKS = 2048; // actions of a seat; after so many the seed alone counts

/** @type {Map<string, string[]>} */
const made = new Map(); // chains, by secret and seat

/** @param {string} match */
const place = (match) => `klatsch-dice-${match}`;

/** @param {number} length */
const randomHex = (length) => toHex(crypto.getRandomValues(new Uint8Array(length)));

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
 * @param {string} match
 * @param {StoredDice} dice
 */
function store(match, dice) {
  try {
    localStorage.setItem(place(match), JSON.stringify(dice));
  } catch {
    // A browser that stores nothing plays all the same; its fair-dice page says so.
  }
}

/**
 * Stores what is exchanged and returns what we add: our number, and where the chains of our seats end. The first
 * commitment, the first number and the first secret stay for good.
 *
 * @param {string} match
 * @param {string} commitment
 * @param {number[]} seats
 */
export function storeDice(match, commitment, seats) {
  const stored = { commitment, nonce: randomHex(16), secret: randomHex(32), ...storedDice(match), seats };
  store(match, stored);
  const kept = storedDice(match)?.secret === stored.secret; // else no link could be told later
  return { nonce: stored.nonce, chains: kept ? seats.map((seat) => chainEnd(stored.secret, seat)) : [] };
}

/**
 * @param {string} secret
 * @param {number} seat
 */
function chain(secret, seat) {
  const key = `${secret}-${seat}`;
  const values = made.get(key) ?? chainOf(secret, seat, LINKS);
  made.set(key, values);
  return values;
}

/**
 * Where the hash chain of a seat ends.
 *
 * @param {string} secret
 * @param {number} seat
 */
export function chainEnd(secret, seat) {
  return chain(secret, seat)[LINKS];
}

/**
 * The link that goes with a seat's next action, whose number the server tells. None where it is not ours to tell, or
 * was taken before: then the server has gone back to an older state, and the draw would be known.
 *
 * @param {string} match
 * @param {{ seat: number, link: number | null }} seat
 * @returns {{ link?: string }}
 */
export function nextLink(match, { seat, link }) {
  const stored = storedDice(match);
  if (link === null || link > LINKS || !stored?.secret || stored.used?.[seat]?.includes(link)) return {};
  return { link: chain(stored.secret, seat)[LINKS - link] };
}

/**
 * A link was taken: it belongs into the record if chance decided then.
 *
 * @param {string} match
 * @param {{ seat: number, link: number | null }} seat
 */
export function linkUsed(match, { seat, link }) {
  const stored = storedDice(match);
  if (!stored || link === null) return;
  const used = stored.used ?? {};
  store(match, { ...stored, used: { ...used, [seat]: [...(used[seat] ?? []), link] } });
}
