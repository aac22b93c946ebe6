import type { Author } from '../../base/changes/author.ts'
import { deleteRecord, insertRecord } from '../../base/changes/write.ts'
import type { Ids } from './ids.ts'
import { keepId, type TakenIds } from './keepId.ts'
import type { Look, PartKind, Placing } from './kind.ts'
import type { Page } from './page.ts'
import { idOf, plainId } from './recordIds.ts'
import { changeRow, definedOnly, fingerprintOf, type Row } from './rows.ts'
import type { Given } from './source.ts'

interface About {
  isNew: boolean
  /** Ids that rows of its table have already, among those of the page. */
  taken: TakenIds | undefined
}

/** What the writing of one record goes through. */
export function placingOf(page: Page, author: Author, { isNew, taken }: About): Placing {
  const { key, ids, keepsIds, fallbackUser, source } = page
  const move: Placing = {
    author,
    isNew,
    fallbackUser,
    source,
    keepId: async (table, sourceId) =>
      keepsIds ? keepId(author.sql, key.companyId, { table, sourceId, taken }) : undefined,
    remember: (kind, source_id, id) =>
      ids.add({ kind, source_id, record_id: String(id), parent: null, fingerprint: 'part', version: null }),
    parts: (part, parent, rows, look) => placeParts(ids, move, { part, parent, rows, look }),
  }
  return move
}

interface Parts {
  part: PartKind
  parent: string
  rows: readonly Given[]
  look: Look
}

async function placeParts(ids: Ids, move: Placing, { part, parent, rows, look }: Parts): Promise<void> {
  const { author } = move
  const left = new Set(ids.below(part.name, parent).map(({ source_id }) => source_id))
  for (const given of rows) {
    const sourceId = idOf(part, given)
    left.delete(sourceId)
    const known = ids.find(part.name, sourceId)
    const fingerprint = fingerprintOf(given)
    if (known?.fingerprint === fingerprint) continue
    const values = definedOnly(await part.values(given, look))
    const id = known ? undefined : await move.keepId(part.table, sourceId)
    const stored = known
      ? await changeRow(author, part.table, known.record_id, values)
      : await insertRecord<Row>(author, part.table, { ...values, ...(id !== undefined && { id }) })
    const { version } = stored
    ids.add({ kind: part.name, source_id: sourceId, record_id: String(stored.id), parent, fingerprint, version })
  }
  for (const sourceId of left) {
    const gone = ids.find(part.name, sourceId)
    if (gone) await deleteRecord(author, part.table, plainId(gone.record_id))
    ids.remove(part.name, sourceId)
  }
}
