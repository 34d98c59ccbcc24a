// Recomputes the fair dice, for checking. SHA-256 and HMAC are our own: pages without https have no WebCrypto.

import { fromHex, toHex } from "./hex.js";

const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);
const RANGE = 2n ** 256n;
const encoder = new TextEncoder();

// The constants are the first 32 bits of the fractional parts of roots of primes.
/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

for (let number = 2, found = 0; found < 64; number++) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor++) prime &&= number % divisor !== 0;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(number));
  ROUND[found++] = fraction(Math.cbrt(number));
}

/** @param {Uint8Array} message */
function padded(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

/**
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {DataView} view
 * @param {number} offset
 */
function schedule(view, offset) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  return words;
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const spread = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (spread + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return state.map((word, i) => word + [a, b, c, d, e, f, g, h][i]);
}

/**
 * SHA-256 (FIPS 180-4) of bytes, as bytes.
 *
 * @param {Uint8Array} message
 */
export function sha256(message) {
  const view = new DataView(padded(message).buffer);
  let state = START;
  for (let offset = 0; offset < view.byteLength; offset += 64) state = compressed(state, schedule(view, offset));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/**
 * HMAC-SHA256 (RFC 2104).
 *
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/**
 * What a table publishes before the game: the hash of its seed.
 *
 * @param {string} seed
 */
export function commitment(seed) {
  return toHex(sha256(fromHex(seed)));
}

/**
 * What a device's number becomes on one of its seats: a device with several seats sends one number.
 *
 * @param {string} nonce
 * @param {number} seat
 */
export function seatNonce(nonce, seat) {
  return toHex(fromHex(nonce).map((byte) => byte ^ seat));
}

/**
 * A value of a hash chain, so many links nearer to its end.
 *
 * @param {string} link
 * @param {number} times
 */
export function hashed(link, times) {
  let value = fromHex(link);
  for (let done = 0; done < times; done++) value = sha256(value);
  return toHex(value);
}

/**
 * All values of the hash chain of a device's seat, from the secret that it is made of to its end.
 *
 * @param {string} secret
 * @param {number} seat
 * @param {number} links
 */
export function chainOf(secret, seat, links) {
  const values = [sha256(joined(fromHex(secret), new Uint8Array([seat])))];
  for (let made = 0; made < links; made++) values.push(sha256(values[made]));
  return values.map(toHex);
}

/**
 * Draw n of a table: the position of the outcome, by the weights in their order. Without a link the seed alone counts.
 *
 * @param {{ seed: string, table: string, nonces: string[] }} match
 * @param {number} n
 * @param {number[]} weights
 * @param {string} [link]
 */
export function drawn({ seed, table, nonces }, n, weights, link = "") {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let left = number(seed, [table, ...nonces, n, ...(link ? [link] : [])], total);
  return weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
}

/**
 * @param {string} seed
 * @param {(string | number)[]} parts
 * @param {bigint} total
 */
function number(seed, parts, total) {
  const fair = RANGE - (RANGE % total);
  for (let attempt = 0; ; attempt++) {
    const found = BigInt("0x" + toHex(hmac(fromHex(seed), encoder.encode([...parts, attempt].join("|")))));
    if (found < fair) return found % total;
  }
}
