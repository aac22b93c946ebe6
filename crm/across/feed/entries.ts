import type { Crm } from '../../base/api/context.ts'
import type { Fed } from '../../base/records/told.ts'
import type { SeenLine } from './store.ts'

/** What a follower is told of a line: that a record is there or has changed, that it is gone, or that it is hidden now. */
export type FedAction = 'added' | 'updated' | 'restored' | 'merged' | 'deleted' | 'purged' | 'hidden'

export interface Entry {
  line: SeenLine
  kind: Fed
  action: FedAction
}

/** Entries for those lines that tell the caller something. */
export function entriesOf(kinds: readonly Fed[], lines: readonly SeenLine[]): Entry[] {
  const byName = new Map(
    kinds.flatMap(kind => [[kind.logged, kind] as const, [kind.feed.following ?? kind.logged, kind] as const]),
  )
  return lines.flatMap(line => {
    const kind = byName.get(line.entity)
    return kind && line.seen ? [{ line, kind, action: actionOf(line, line.entity === kind.logged) }] : []
  })
}

/**
 * A record that the caller sees after a change was changed. One that was seen before and is not any more was deleted, or
 * it is hidden: the caller may have known it, so its id and kind are told and nothing else.
 */
function actionOf({ action, seen }: SeenLine, isOwnLine: boolean): FedAction {
  if (!isOwnLine) return seen === 'after' ? 'updated' : 'hidden'
  if (seen === 'after' || action === 'purged' || action === 'deleted') return action as FedAction
  return 'hidden'
}

/** Entries as JSON texts, with the records as the caller would read them now where that was asked for. */
export async function textsOf(
  crm: Crm,
  entries: readonly Entry[],
  { withRecords }: { withRecords: boolean },
): Promise<string[]> {
  const records = withRecords ? await recordsOf(crm, entries) : undefined
  return entries.map(({ line, kind, action }) => {
    const id = kind.idType ? JSON.stringify(line.entity_id) : line.entity_id
    const record = records && `,"record":${textIn(records, kind, line, action) ?? 'null'}`
    return `{"id":${line.seq},"time":"${line.time}","item":"${kind.logged}","item_id":${id},"action":"${action}"${record ?? ''}}`
  })
}

type Records = ReadonlyMap<Fed, ReadonlyMap<string, string>>

function textIn(records: Records, kind: Fed, { entity_id }: SeenLine, action: FedAction): string | undefined {
  return action === 'hidden' || action === 'purged' ? undefined : records.get(kind)?.get(entity_id)
}

async function recordsOf(crm: Crm, entries: readonly Entry[]): Promise<Records> {
  const ids = new Map<Fed, Set<string>>()
  for (const { kind, line } of entries) ids.set(kind, (ids.get(kind) ?? new Set()).add(line.entity_id))
  const records = new Map<Fed, ReadonlyMap<string, string>>()
  for (const [kind, wanted] of ids) records.set(kind, await kind.feed.show(crm, [...wanted]))
  return records
}
