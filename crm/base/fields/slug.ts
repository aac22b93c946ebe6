/** The stable name of a field, made of the one it was given first: `Contract ends` becomes `contract_ends`. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 60)
    .replace(/^_|_$/g, '')
  const slug = words || 'field'
  if (!taken.has(slug) && !RESERVED.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}_${number}`)) return `${slug}_${number}`
}

/** Words that mean something else where a field may be named. */
const RESERVED = new Set(['by_name'])
