/** What every answer outside the APIs carries unless it says something stricter: a browser runs and frames nothing. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The same response with the headers it lacks; those it has stay as its page wrote them. */
export function withSafeHeaders(response: Response): Response {
  const missing = Object.entries(SAFE_HEADERS).filter(([name]) => !response.headers.has(name))
  if (missing.length === 0) return response
  try {
    for (const [name, value] of missing) response.headers.set(name, value)
    return response
  } catch {
    // A redirect made by `Response.redirect` cannot be changed.
    const headers = new Headers(response.headers)
    for (const [name, value] of missing) headers.set(name, value)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}
