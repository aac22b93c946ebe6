import { commandLine } from '../../base/changes/author.ts'
import { deleteRecord, updateRecord } from '../../base/changes/write.ts'
import { versionOf } from './companyStore.ts'
import type { MovedKind } from './kind.ts'
import { type Move, NOTHING } from './move.ts'
import { sourceIdsOf, storeMoved, unseen } from './movedStore.ts'
import { storeProblems } from './problemStore.ts'
import { plainId } from './recordIds.ts'
import { storePosition } from './store.ts'

/** A source that hides most of what it had has not lost it: nothing is removed here then. */
const MOST_GONE = 0.5
const FEW = 20

/** What an earlier run has copied and the source does not list any more goes here too, unless somebody changed it here. */
export async function removeUnseen(move: Move, kind: MovedKind): Promise<void> {
  const { services, key, row, ids, hooks } = move
  const { row: declared, whenGone } = kind
  if (row.run === 1 || !declared || !whenGone) return
  hooks.step?.('removing')
  await services.database.write(async sql => {
    ids.begin()
    const gone = await unseen(sql, key, row.run, kind.name)
    if (gone.length === 0) return
    const author = { ...commandLine(sql, key.companyId), bulk: true as const }
    const problems = []
    const counts = { ...(row.counts[kind.name] ?? NOTHING) }
    const copied = (await sourceIdsOf(sql, key, kind.name)).length
    const isTooMuch = gone.length > FEW && gone.length > copied * MOST_GONE
    for (const moved of gone) {
      const id = plainId(moved.record_id)
      const version = await versionOf(sql, key.companyId, declared.table, id)
      const reason = isTooMuch
        ? 'is not listed by the source any more, like most of its kind: it stays here'
        : version !== moved.version && version !== undefined
          ? 'was deleted at the source and changed here: it stays here'
          : undefined
      if (reason) problems.push({ kind: kind.name, source_id: moved.source_id, is_missing: false, reason })
      if (reason || version === undefined) continue
      const left =
        whenGone === 'deleted'
          ? await deleteRecord(author, declared.table, id)
          : await updateRecord(author, declared.table, id, whenGone(author.now), { action: 'deleted' })
      counts.removed++
      ids.add({ ...moved, fingerprint: null, version: left && whenGone !== 'deleted' ? Number(left.version) : null })
    }
    await storeMoved(sql, key, row.run, ids.written())
    await storeProblems(
      sql,
      key,
      kind.name,
      gone.map(({ source_id }) => source_id),
      problems,
    )
    row.counts = { ...row.counts, [kind.name]: counts }
    await storePosition(sql, key, { kind: kind.name, list: Number.MAX_SAFE_INTEGER }, row.counts)
  })
}
