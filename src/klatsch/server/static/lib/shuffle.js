// A list in random order.

/**
 * @template T
 * @param {T[]} values
 */
export function shuffled(values) {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}
