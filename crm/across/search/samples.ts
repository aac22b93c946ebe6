import type { Crm, CrmServices } from '../../base/api/context.ts'
import type { Searched } from './kinds.ts'
import { searchKey, textOf } from './term.ts'
import { NEWEST, SAMPLE, type Sample, takeSample, type Words } from './wordStore.ts'

/** What a row costs that the index finds, in rows that are walked by. */
const BY_INDEX = 8
const SAMPLED = SAMPLE.places * SAMPLE.rows
const MOST_PLACES = Math.ceil(SAMPLE.places / 2)

/**
 * Whether the words of a term are in so many records that the newest of them are found sooner by walking from the newest one.
 * With n rows and a part p that has the words, the index looks at n × p rows, a walk at NEWEST / p. What p may be a sample
 * tells, which is remembered for a while: a wrong guess costs time, and finds the same.
 */
export async function isEverywhere(crm: Crm, kind: Searched, words: Words): Promise<boolean> {
  if (!words.isNumbered) return false
  const { size, rows } = await sampleOf(crm, kind, words)
  if (size < NEWEST) return false
  const texts = words.term.words.map(word => textOf(searchKey(word), words.term.exact))
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
