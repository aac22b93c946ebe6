import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import { flagIn, numberIn, recordsIn, textIn, timeIn, timesOf } from '../given.ts'
import type { Look, MovedKind, Placing } from '../kind.ts'
import type { Given } from '../source.ts'
import { optionsOf } from './fields.ts'
import { findFilterField } from './filterStore.ts'

/** Which records the values of conditions on these types of fields name. */
const NAMED: Readonly<Record<string, string>> = {
  user: 'user',
  people: 'person',
  org: 'organization',
  pipeline: 'pipeline',
  stage: 'stage',
  deal: 'deal',
  project: 'project',
  projects_board: 'board',
  projects_phase: 'phase',
}

/** Filters name fields, options and records by their ids, so their conditions are written anew. */
export const filters: MovedKind = {
  name: 'filter',
  lists: [{ path: '/v1/filters', paging: 'whole' }],
  parts: [{ name: 'details', list: ([id]) => ({ path: `/v1/filters/${id}?include_field_code=true`, paging: 'one' }) }],
  row: {
    table: 'filter',
    values: async (record, look, move) => ({
      name: textIn(record.name) ?? '',
      type: textIn(record.type) ?? '',
      user_id: look.user(record.user_id),
      visible_to: numberIn(record.visible_to) ?? 1,
      conditions: await conditionsHere(move, record, look),
      active: flagIn(record.active_flag),
      is_temporary: flagIn(record.temporary_flag),
      last_used_time: timeIn(record.last_used_time),
      ...timesOf(record),
      update_time: timeIn(record.update_time),
    }),
  },
  whenGone: () => ({ active: false }),
}

/** The two lists of conditions as they are stored, with what is called otherwise here. */
async function conditionsHere(move: Placing, record: Given, look: Look) {
  const details = isRecord(record.details) ? record.details : {}
  const groups = isRecord(details.conditions) ? recordsIn(details.conditions.conditions) : []
  const [all, any] = [groups[0], groups[1]].map(group => recordsIn(group?.conditions))
  const read = async (given: readonly Given[] = []) => {
    const conditions = []
    for (const condition of given) conditions.push(await conditionHere(move, condition, look))
    return conditions
  }
  return { all: await read(all), any: await read(any) }
}

async function conditionHere({ author }: Placing, condition: Given, look: Look) {
  const [object, code] = [String(condition.object), String(condition.field_code ?? '')]
  const field = await findFilterField(author, object, code)
  if (!field)
    throw failure('invalid', `It asks for the field ${code || condition.field_id} of ${object}, which is not here`)
  const { value, extra_value, operator } = condition
  const kind = NAMED[field.type] ?? (OPTIONS.has(field.type) ? optionsOf(object, field.key) : undefined)
  return {
    object,
    field_id: String(field.id),
    operator: String(operator),
    value: kind && isId(value) ? String(look.must(kind, value)) : asText(value),
    extra_value: asText(extra_value),
  }
}

const OPTIONS = new Set(['enum', 'set'])

function isId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? value.join(',') : String(value)
}
