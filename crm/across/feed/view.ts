import { eventText } from '@portico/kit/http/eventStream'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import type { LogLine } from '../../base/changes/logReaderStore.ts'
import type { Fed } from '../../base/records/fed.ts'
import { cursorOf, sightOf } from './cursor.ts'
import { type Entry, entriesOf, textsOf } from './entries.ts'
import { kindsFor } from './kinds.ts'
import { type SeenLine, selectLines } from './store.ts'

/** What a stream shows. */
export interface View {
  items: readonly string[] | undefined
  withRecords: boolean
}

const encoder = new TextEncoder()

/** Entries as events. */
export async function eventsOf(crm: Crm, entries: readonly Entry[], view: View): Promise<Uint8Array> {
  const texts = await textsOf(crm, entries, view)
  const events = entries.map(({ line }, nr) =>
    eventText({ id: cursorOf(line, crm.actor), event: 'change', data: texts[nr] ?? 'null' }),
  )
  return encoder.encode(events.join(''))
}

const shared = new WeakMap<Stretch, Map<string, Promise<Uint8Array>>>()

/** A stretch that was just read, as events: made once for all streams that show the same to the same eyes. */
export function liveEvents(
  crm: Crm,
  stretch: Stretch,
  view: View,
  reading: (work: (crm: Crm) => Promise<Uint8Array>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const made = shared.get(stretch) ?? new Map<string, Promise<Uint8Array>>()
  shared.set(stretch, made)
  const key = `${sightOf(crm.actor)} ${view.withRecords} ${view.items?.join() ?? 'all'}`
  const known = made.get(key)
  if (known) return known
  const events = reading(async crm => {
    const entries = await seenOf(crm, kindsFor(crm, view.items), stretch.lines)
    return eventsOf(crm, entries, view)
  })
  made.set(key, events)
  return events
}

/** The database is asked only about those lines whose records not everyone sees. */
async function seenOf(crm: Crm, kinds: readonly Fed[], lines: readonly LogLine[]): Promise<Entry[]> {
  const byName = new Map(kinds.map(kind => [kind.item, kind]))
  const followings = new Set(
    kinds.filter(kind => kind.maySee(crm.actor) !== EVERYTHING).flatMap(kind => kind.following ?? []),
  )
  const seen: SeenLine[] = []
  const doubtful: number[] = []
  for (const line of lines) {
    const kind = byName.get(line.entity)
    if (kind && isCertain(crm.actor, kind, line)) seen.push(asSeen(line))
    else if (kind || followings.has(line.entity)) doubtful.push(line.seq)
  }
  if (doubtful.length > 0) {
    seen.push(...(await selectLines(crm, kinds, doubtful)))
    seen.sort((a, b) => a.seq - b.seq)
  }
  return entriesOf(kinds, seen)
}

function isCertain(actor: Actor, kind: Fed, { isOpen }: LogLine): boolean {
  return kind.maySee(actor) === EVERYTHING || (isOpen && (kind.seesOpen?.(actor) ?? false))
}

function asSeen({ seq, at, time, entity, entityId, action }: LogLine): SeenLine {
  return { seq, at, time, entity, entity_id: entityId, action, seen: 'after' }
}
