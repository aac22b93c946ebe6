import type { Crm } from '../../base/api/context.ts'
import { settledUntil } from '../../base/changes/settledStore.ts'
import type { Recent } from '../../base/records/recent.ts'
import { timeV1 } from '../../base/records/time.ts'
import { type LoggedChange, selectChanges } from './store.ts'

/** Lines of the log that are read at a time, and at most for one page: a caller may see few of them. */
const MOST_AT_ONCE = 200
const MOST_READ = 5_000

export interface RecentsPage {
  /** JSON texts, one for each record. */
  items: string[]
  /** A time to go on from: whatever was logged before it has been shown, or never will be. */
  lastTime: string
  /** Where the next page begins; undefined on the last one. */
  nextStart: number | undefined
}

interface Asked {
  kinds: readonly Recent[]
  since: Date
  start: number
  limit: number
}

/**
 * What has changed since a time, each record once, at its latest change. `start` counts lines of the settled log and not
 * records: behind those that were read, lines can only be added, so that no record slips from one page to another that
 * was read already.
 */
export async function recentChanges(crm: Crm, { kinds, since, start, limit }: Asked): Promise<RecentsPage> {
  const until = await settledUntil(crm.sql)
  const entities = kinds.map(kind => kind.logged)
  const items: string[] = []
  const batch = Math.min(limit + 1, MOST_AT_ONCE)
  let lastTime = earlier(since, until)
  let place = start
  while (place - start < MOST_READ) {
    const lines = await selectChanges(crm, { since, until, entities }, { start: place, limit: batch })
    const shown = await showLatest(crm, kinds, lines)
    for (const [nr, { time }] of lines.entries()) {
      const item = shown[nr]
      if (item === undefined) continue
      if (items.length === limit) return { items, lastTime, nextStart: place + nr }
      items.push(item)
      lastTime = time
    }
    place += lines.length
    if (lines.length < batch) return { items, lastTime, nextStart: undefined }
    if (place - start >= MOST_READ) lastTime = lines.at(-1)?.time ?? lastTime
  }
  return { items, lastTime, nextStart: place }
}

/** A page without anything goes on from where it began, unless that lies behind what is settled. */
function earlier(since: Date, until: string): string {
  const settled = new Date(until)
  return timeV1(settled < since ? settled : since)
}

/** For each line what is to be shown for it: nothing when there is a later one, or when the caller may not see the record. */
async function showLatest(
  crm: Crm,
  kinds: readonly Recent[],
  lines: readonly LoggedChange[],
): Promise<(string | undefined)[]> {
  const latest = lines.filter(line => line.latest)
  const texts = new Map<string, ReadonlyMap<number, string>>()
  for (const { logged, show } of kinds) {
    const ids = latest.filter(line => line.entity === logged).map(line => Number(line.entity_id))
    if (ids.length > 0) texts.set(logged, await show(crm, ids))
  }
  const names = new Map(kinds.map(kind => [kind.logged, kind.item]))
  return lines.map(({ latest, entity, entity_id, action }) => {
    if (!latest) return undefined
    const text = texts.get(entity)?.get(Number(entity_id)) ?? (action === 'purged' ? 'null' : undefined)
    return text && `{"item":"${names.get(entity)}","id":${entity_id},"data":${text}}`
  })
}
