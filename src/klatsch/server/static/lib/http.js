// Requests to the server's HTTP API.

/**
 * POST as JSON; the answer, or an Error with the server's sentence.
 *
 * @param {string} path
 * @param {object} [data]
 */
export async function post(path, data = {}) {
  return answer(
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    }),
  );
}

/** @param {string} path */
export async function get(path) {
  return answer(await fetch(path));
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function answer(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(data.error || response.statusText);
  return data;
}

/**
 * What went wrong, in words.
 *
 * @param {unknown} error
 */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
