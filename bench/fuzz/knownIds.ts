import type { Chance } from './chance.ts'

/** Ids of records that are there, by the word that addresses use for their kind. */
export interface KnownIds {
  learn(address: string, answer: unknown): void
  /** For a part of an address or a field: `deals` before `{id}`, `person_id` in a body. */
  pick(word: string, chance: Chance): unknown
}

/** Words of fields that are not those of addresses. */
const KINDS: Readonly<Record<string, string>> = {
  org: 'organizations',
  owner: 'users',
  creator: 'users',
  user: 'users',
  assignee: 'users',
  participant: 'persons',
  contact_person: 'persons',
  merge_with: 'deals',
  parent_organization: 'organizations',
  phase: 'phases',
  board: 'boards',
  label: 'leadLabels',
  book: 'books',
}
const MOST_OF_A_KIND = 50

export function openKnownIds(): KnownIds {
  const known = new Map<string, unknown[]>()
  return {
    learn(address, answer) {
      const { data } = (answer ?? {}) as { data?: unknown }
      const kind = lastWord(address)
      for (const record of Array.isArray(data) ? data.slice(0, MOST_OF_A_KIND) : [data]) {
        const { id } = (typeof record === 'object' && record !== null ? record : {}) as { id?: unknown }
        if (typeof id !== 'number' && typeof id !== 'string') continue
        const ids = known.get(kind) ?? []
        known.set(kind, [...ids.slice(1 - MOST_OF_A_KIND), id])
      }
    },
    pick(word, chance) {
      const stem = word.replace(/_?ids?$/i, '')
      const kinds = [word, KINDS[stem], stem, `${stem}s`, `${stem.replace(/y$/, 'ie')}s`]
      return chance.among(kinds.flatMap(kind => (kind && known.get(kind)) || []))
    },
  }
}

/** `/v1/deals/7/products?start=0` is about products, `/v1/deals/7` about deals. */
function lastWord(address: string): string {
  const words = (address.split('?')[0] ?? '').split('/').filter(word => /^[a-z][a-zA-Z]+$/.test(word))
  return words.at(-1) ?? ''
}
