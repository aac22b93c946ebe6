import type { Crm, CrmServices } from '../../base/api/context.ts'
import type { Searched } from './kinds.ts'
import { searchKey, textOf } from './term.ts'
import { NEWEST, SAMPLE, type Sample, type Spread, takeSample, type Words } from './wordStore.ts'

/** What a row costs that the index finds, in rows that are walked by. */
const BY_INDEX = 8
const SAMPLED = SAMPLE.places * SAMPLE.rows
const MOST_PLACES = Math.ceil(SAMPLE.places / 2)
/** The rest is that of others, who could fill it with the words that are looked for. */
const NEARLY_ALL = 0.95

/** By a sample, which is remembered for a while. */
export async function spreadOf(crm: Crm, kind: Searched, words: Words): Promise<Spread> {
  if (!words.isNumbered) return { isEverywhere: false, isNearlyAll: false }
  const sample = await sampleOf(crm, kind, words)
  return { isEverywhere: isEverywhere(sample, words), isNearlyAll: sample.share > NEARLY_ALL }
}

function isEverywhere({ size, rows }: Sample, { term }: Words): boolean {
  if (size < NEWEST) return false
  const texts = term.words.map(word => textOf(searchKey(word), term.exact))
  const having = rows.filter(row => texts.every(text => row.words.includes(text)))
  const places = new Set(having.map(({ place }) => place))
  return places.size >= MOST_PLACES && (having.length / SAMPLED) ** 2 * size * BY_INDEX > NEWEST
}

interface Remembered {
  sample: Sample
  until: number
}

const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 1_000
const remembered = new WeakMap<CrmServices, Map<string, Remembered>>()

/** Of what this caller sees. */
async function sampleOf(crm: Crm, kind: Searched, words: Words): Promise<Sample> {
  const samples = remembered.get(crm.services) ?? new Map<string, Remembered>()
  remembered.set(crm.services, samples)
  const { companyId, userId } = crm.actor
  const name = `${companyId} ${userId} ${kind} ${words.table}`
  const known = samples.get(name)
  if (known && known.until > Date.now()) return known.sample
  if (samples.size >= MOST_REMEMBERED) samples.clear()
  const sample = await takeSample(crm, words)
  samples.set(name, { sample, until: Date.now() + REMEMBERED_MS })
  return sample
}
