/** A record that search has found for what is typed into a new one. */
export interface Candidate {
  id: number
  type: string
  name: string
  emails?: readonly string[]
  phones?: readonly string[]
  organization?: { id: number; name: string } | null
}

/** What is typed so far. */
export interface Typed {
  name: string
  email: string
  phone: string
  organization: string
}

export interface Duplicate {
  candidate: Candidate
  /** What is the same: `name and e-mail`. */
  same: string
  isSure: boolean
}

/** Records that may be the one that is about to be added: those that share a name and something else are sure. */
export function duplicatesOf(typed: Typed, found: readonly Candidate[]): Duplicate[] {
  return found
    .flatMap(candidate => {
      const shared = sharedWith(typed, candidate)
      if (shared.length === 0 || (shared.length === 1 && shared[0] === 'organization')) return []
      const isSure = shared.length > 1 && shared[0] === 'name'
      return [{ candidate, same: shared.join(' and '), isSure }]
    })
    .toSorted((a, b) => Number(b.isSure) - Number(a.isSure))
}

function sharedWith({ name, email, phone, organization }: Typed, candidate: Candidate): string[] {
  const equal = (a: string, b: string) => a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()
  const digits = (text: string) => text.replace(/\D/g, '')
  const number = digits(phone)
  return [
    ...(equal(name, candidate.name) ? ['name'] : []),
    ...(candidate.emails?.some(each => equal(email, each)) ? ['e-mail'] : []),
    ...(number.length > 4 && candidate.phones?.some(each => digits(each).endsWith(number.slice(-9))) ? ['phone'] : []),
    ...(equal(organization, candidate.organization?.name ?? '') ? ['organization'] : []),
  ]
}
