// Requests to the server's HTTP API.

/** POST as JSON; the answer, or an Error with the server's sentence. */
export async function post(path, data = {}) {
  return answer(
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    }),
  );
}

export async function get(path) {
  return answer(await fetch(path));
}

async function answer(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(data.error || response.statusText);
  return data;
}
