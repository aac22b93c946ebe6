/** A small JSON answer that nobody keeps. */
export function answer(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers }
  if (body === undefined) return new Response(null, { status, headers: always })
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...always } })
}
