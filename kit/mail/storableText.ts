/** Text as PostgreSQL can keep it: without the zero character, and with a sign in the place of half a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
