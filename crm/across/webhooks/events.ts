import type { Crm } from '../../base/api/context.ts'
import type { Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { flatten } from '../../base/fields/v1/flat.ts'
import type { Watched } from '../../base/records/told.ts'
import { type EventLine, type EventPlace, type EventRecord, eventLines, eventRecords } from './eventStore.ts'
import { WATCHED_IN_LOG } from './kinds.ts'
import { permittedUsers } from './permitted.ts'
import type { People } from './permittedStore.ts'
import { type ActionV1, actionOf, type Version } from './rules.ts'
import { typedFields } from './typedFields.ts'

type Shown = Record<string, unknown>

/** An event as it is sent, but for what differs from one webhook and one attempt to another. */
export interface Event {
  seq: number
  object: string
  line: EventLine
  action: ActionV1
  data: unknown
  previous: unknown
  /** Undefined for users, of whom it is not told. */
  permitted: readonly number[] | undefined
}

/**
 * Makes events out of the log, in the shape of a version: records as they were before and after, each kind with one
 * statement. Those that the log was made to forget are missing.
 */
export async function eventsOf(
  crm: Crm,
  version: Version,
  places: readonly EventPlace[],
  people: People,
): Promise<ReadonlyMap<number, Event>> {
  const lines = await eventLines(crm, places)
  const events = new Map<number, Event>()
  for (const [logged, ofKind] of grouped(lines, line => line.entity)) {
    const kind = WATCHED_IN_LOG.get(logged)
    if (!kind) continue
    const seqs = new Set(ofKind.map(line => line.seq))
    const at = places.filter(place => seqs.has(place.seq))
    const records = await eventRecords(crm, kind, version === '1.0' ? 'v1' : 'v2', at)
    for (const event of await eventsOfKind(crm, kind, version, ofKind, records, people)) events.set(event.seq, event)
  }
  return events
}

async function eventsOfKind(
  crm: Crm,
  kind: Watched,
  version: Version,
  lines: readonly EventLine[],
  records: readonly EventRecord[],
  people: People,
): Promise<Event[]> {
  const fields = kind.webhook.customFieldsOf && (await fieldsOf(crm, kind.webhook.customFieldsOf))
  const sides = grouped(records, record => record.seq)
  const told = lines.flatMap(line => {
    const both = sides.get(line.seq) ?? []
    const [latest] = [...both].sort((one, other) => one.side.localeCompare(other.side))
    const action = actionOf(line.first_action, line.last_action)
    return latest && action ? [{ line, action, both, access: latest.access }] : []
  })
  const permitted = kind.webhook.seenBy.nobody
    ? undefined
    : await permittedUsers(
        crm,
        people,
        kind.webhook.seenBy,
        told.map(({ access }) => access),
      )
  return told.map(({ line, action, both }, nr) => {
    const side = (name: EventRecord['side']) => {
      const record = both.find(one => one.side === name)
      return record ? shown(kind, version, fields, record) : null
    }
    const [data, before] = [side('data'), side('previous')]
    const previous = version === '2.0' && data && before ? changedFields(before, data) : before
    const wrap = (record: Shown | null) => (version === '1.0' && kind.webhook.inLists && record ? [record] : record)
    return {
      seq: line.seq,
      object: kind.webhook.object,
      line,
      action,
      data: wrap(data),
      previous: wrap(previous),
      permitted: permitted?.[nr],
    }
  })
}

function shown(kind: Watched, version: Version, fields: Fields | undefined, record: EventRecord): Shown {
  const wire: Shown = JSON.parse(record.wire)
  const custom: Record<string, unknown> = record.custom === null ? {} : JSON.parse(record.custom)
  if (version === '1.0') {
    for (const name of kind.webhook.plainIds ?? []) wire[name] = record.access[name] ?? null
    return fields ? { ...wire, ...flatten(fields, custom) } : wire
  }
  if ('visible_to' in wire) wire.visible_to = String(wire.visible_to)
  if (!kind.webhook.v2)
    for (const name of TIMES_V1) if (typeof wire[name] === 'string') wire[name] = timeV2(String(wire[name]))
  return fields ? { ...wire, custom_fields: typedFields(fields, custom) } : wire
}

/** Kinds that have no v2 of their own write their times as v1 does. */
const TIMES_V1 = ['add_time', 'update_time', 'last_login', 'created', 'modified']

function timeV2(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
}

/** The fields of a record that are not as they were, with the values they had; of custom fields each by itself. */
function changedFields(before: Shown, after: Shown): Shown {
  const changed: Shown = {}
  for (const [name, was] of Object.entries(before)) {
    const now = after[name]
    if (name === 'custom_fields') {
      const custom = changedFields(was as Shown, now as Shown)
      if (Object.keys(custom).length > 0) changed[name] = custom
    } else if (JSON.stringify(was) !== JSON.stringify(now)) changed[name] = was
  }
  return changed
}

function grouped<Key, T>(list: readonly T[], keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
