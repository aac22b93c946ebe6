/** The short name of a company that is called like this: letters and digits of its name, with hyphens between words. */
export function domainOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 50).replace(/^-|-$/g, '') || 'company'
}

/** The first of `acme`, `acme-2`, `acme-3` that no other company has. */
export function freeDomain(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number++
  return `${wanted}-${number}`
}
