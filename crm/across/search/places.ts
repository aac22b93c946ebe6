import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { SEARCHABLE_TYPES } from '../../base/fields/qualities.ts'
import { isFile, KINDS, type Searched } from './kinds.ts'
import { isInTextOnly, type Term } from './term.ts'

/**
 * Where a record is looked into: its name, which is at hand, and the lines of the other groups, which cost more. The
 * index of words is enough where all of it counts.
 */
export interface Places {
  name: boolean
  lines?: Fragment
  all: boolean
}

export async function placesOf(crm: Crm, kind: Searched, groups: readonly string[], term: Term): Promise<Places> {
  const { name, groups: known } = KINDS[kind]
  const others = groups.filter(group => group !== name)
  const everywhere = Object.keys(known).every(group => groups.includes(group)) && groups.includes('custom_fields')
  // All lines together, so that the words of a term may be in different values.
  return {
    name: groups.includes(name),
    ...(others.length > 0 && { lines: await linesOf(crm, kind, groups, term.exact) }),
    all: everywhere && isInTextOnly(term) && !(await hasDeletedFields(crm, kind)),
  }
}

/** The text of the wanted groups of a record, a line for each value, with a line end on both sides. */
async function linesOf(crm: Crm, kind: Searched, groups: readonly string[], exact: boolean): Promise<Fragment> {
  const lines: Fragment[] = []
  for (const group of groups)
    lines.push(
      group === 'custom_fields' ? customLines(await searchableKeys(crm, kind), exact) : groupLines(kind, group),
    )
  const list = joined(lines, ', ')
  return sql`E'\n' || lower(concat_ws(E'\n', ${list})) || E'\n'`
}

function groupLines(kind: Searched, group: string): Fragment {
  return KINDS[kind].groups[group] ?? sql`null::text`
}

export async function searchableKeys(crm: Crm, kind: Searched): Promise<string[]> {
  if (isFile(kind)) return []
  const { custom } = await fieldsOf(crm, kind)
  return custom.filter(field => SEARCHABLE_TYPES.has(field.type)).map(field => field.key)
}

/** The values of a deleted field are gone for good only after a while. */
async function hasDeletedFields(crm: Crm, kind: Searched): Promise<boolean> {
  return !isFile(kind) && (await fieldsOf(crm, kind)).deletedKeys.length > 0
}

/** Line ends within a value matter only to those who look for whole values. */
function customLines(keys: readonly string[], exact: boolean): Fragment {
  if (keys.length === 0) return sql`null::text`
  return sql`(select string_agg(${exact ? sql`crm.line(${customText})` : customText}, E'\n') from unnest(${keys as string[]}::text[]) key where r.custom ? key)`
}

/** The text of one custom field `key`: objects keep it in their value. */
export const customText: Fragment = sql`coalesce(r.custom -> key ->> 'value', r.custom ->> key)`
