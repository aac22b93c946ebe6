/**
 * Whether a text has more tags than may be cleaned, or more of them in each other. The sanitiser keeps everybody waiting
 * meanwhile: it takes seconds for tens of thousands of tags, and minutes when they are nested.
 */
export function hasMoreTags(html: string, most: { tags: number; nested: number }): boolean {
  let [tags, depth] = [0, 0]
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    depth += html[at + 1] === '/' ? -1 : VOID.test(html.slice(at + 1, at + 6)) ? 0 : 1
    if (++tags > most.tags || depth > most.nested) return true
  }
  return false
}

/** Tags that nothing is nested in. */
const VOID = /^(?:br|hr|img|p|li|td|tr|th|col|meta|link|!)(?![a-z])/i
