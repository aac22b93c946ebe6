/** Where people land who asked for nothing else. */
export const HOME = '/app'

/** Where to go after signing in: only ever a path of our own, whatever a link to the log-in page says. */
export function safeNext(next: string): string {
  if (!next.startsWith('/') || !URL.canParse(next, OWN)) return HOME
  const { origin, pathname, search } = new URL(next, OWN)
  // Browsers take two slashes at the beginning for the name of another host.
  return origin === OWN && !pathname.startsWith('//') ? pathname + search : HOME
}

const OWN = 'http://own.invalid'
