import { extname } from 'node:path'
import { newFileKey } from '@portico/kit/files/fileKey'
import { sizeOf } from '@portico/kit/files/segments'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { type Asked, crmOf, readAs } from '../../base/api/jobContext.ts'
import { archiveOf, digestsOf } from './archive.ts'
import { batches } from './batches.ts'
import { countRows, filesAfter } from './batchStore.ts'
import type { ExportKind } from './kind.ts'
import { KINDS, kindsFor } from './kinds.ts'
import { manifestOf } from './manifest.ts'
import { type Moment, oneSnapshot, takeMoment } from './momentStore.ts'
import { csvOf, ndjson } from './render.ts'
import type { ExportRow, Position } from './store.ts'
import {
  announceFile,
  currentExport,
  finishExport,
  type Lease,
  type Part,
  partsOf,
  storeMoment,
  storePart,
} from './workStore.ts'
import { type Written, writeCopy, writeDeflated } from './writePart.ts'

const KEPT_DAYS = 7

/** Content of one part, about. */
const PART_BYTES = 8_000_000

export interface ExportHooks {
  /** Tests stop the work here. */
  afterPart?(part: Part): Promise<void>
  partBytes?: number
  now?(): Date
}

/**
 * Does an export from where it stands: takes the moment it is as of, when there is none yet, writes kind after kind in
 * parts, and says that it is done. Each part is stored together with the place to go on from, so that a process that is
 * killed costs the part it was writing.
 */
export async function runExport(
  services: CrmServices,
  row: ExportRow,
  lease: () => Lease,
  hooks: ExportHooks,
): Promise<void> {
  const { database, files } = services
  const asked: Asked = { companyId: row.company_id, userId: row.user_id, requestId: `export ${row.id}` }
  const { partBytes = PART_BYTES } = hooks
  let position: Position | undefined = row.position ?? undefined
  /** CRC-32 of the file that is being written, so far. */
  let crc = 0

  const moment = row.moment ?? (await begin())
  const written = await database.read(sql => partsOf(sql, row))
  crc = Number(written.at(-1)?.crc ?? 0)
  const kinds = KINDS.filter(kind => kind.logged && row.kinds.includes(kind.name))
  for (const kind of kinds.slice(placeIn(kinds))) await exportKind(kind, moment)
  if (row.include_files) await copyFiles(moment)
  await finish()

  /** Takes the moment, and with the same eyes reads the kinds that the log does not know. */
  async function begin(): Promise<Moment> {
    const beside = KINDS.filter(kind => !kind.logged && row.kinds.includes(kind.name))
    const keys = new Map(beside.map(kind => [kind, newFileKey()]))
    await database.write(async sql => {
      for (const key of keys.values()) await announceFile(sql, row.company_id, key)
    })
    // The moment and these parts are stored together: whoever is cut off before that begins anew, with nothing written.
    const upto = await services.settledLog.settledSeq()
    const begun = await database.write(async sql => {
      await oneSnapshot(sql)
      const crm = await crmOf(services, asked, sql)
      const taken = await takeMoment(sql, row.company_id, upto)
      if (!taken)
        throw new Error('a transaction is open for so long that more has been logged since than an export can remember')
      const parts: Part[] = []
      const totals: Record<string, number> = {}
      for (const kind of kindsFor(crm.actor, row.kinds)) totals[kind.name] = await countRows(crm, kind)
      for (const [kind, key] of keys) parts.push(await wholeKind(crm, kind, key, taken.moment))
      return { ...taken, parts, totals }
    })
    await database.write(async sql => {
      await storeMoment(sql, row, lease(), begun)
      for (const part of begun.parts) await storePart(sql, row, lease(), { part, counted: kindOf(part) })
    })
    for (const part of begun.parts) await hooks.afterPart?.(part)
    return begun.moment
  }

  async function wholeKind(crm: Crm, kind: ExportKind, key: string, at: Moment): Promise<Part> {
    const rendering = await renderingOf(crm, kind, at, undefined)
    const reading = batches(kind, at, undefined, rendering, work => work(crm), Number.POSITIVE_INFINITY)
    const written = await writeDeflated(files, key, reading.texts(), 0)
    return partOf(entryOf(kind), key, written, reading.rows())
  }

  async function exportKind(kind: ExportKind, at: Moment): Promise<void> {
    const resumed = position?.kind === kind.name ? position : undefined
    if (!resumed) crc = 0
    const rendering = await readAs(services, asked, crm => renderingOf(crm, kind, at, resumed?.columns))
    let after = resumed?.after
    let isFirst = !resumed
    for (let more = true; more; isFirst = false) {
      const begun = isFirst ? rendering : { ...rendering, head: '' }
      const reading = batches(kind, at, after, begun, work => readAs(services, asked, work), partBytes)
      const key = await announced()
      const written = await writeDeflated(files, key, reading.texts(), crc)
      const part = partOf(entryOf(kind), key, written, reading.rows())
      crc = written.crc
      after = reading.after()
      more = reading.more()
      position = more ? { kind: kind.name, after, columns: rendering.columns } : endOf(kind.name)
      await store(part, kind.name, position)
    }
  }

  async function copyFiles(at: Moment): Promise<void> {
    const kind = KINDS.find(known => known.table === 'file')
    if (!kind) return
    let after = position?.kind === CONTENTS ? position.after : undefined
    for (;;) {
      const next = await readAs(services, asked, crm => filesAfter(crm, kind, at, after))
      if (!next) return
      after = next.id
      const key = await announced()
      const written = await writeCopy(files, key, next.file_key)
      const extension = /^\.[a-z0-9]{1,10}$/i.exec(extname(next.name))?.[0] ?? ''
      const part = written && { ...partOf(`files/${next.id}${extension}`, key, written, 1), method: 'stored' as const }
      await store(part, CONTENTS, { kind: CONTENTS, after })
    }
  }

  async function finish(): Promise<void> {
    const parts = await database.read(sql => partsOf(sql, row))
    const digests = await digestsOf(files, parts)
    const time = now(hooks)
    await database.write(async sql => {
      const manifest = manifestOf(await currentExport(sql, row), parts, digests)
      const size = sizeOf(archiveOf(parts, manifest, time))
      await finishExport(sql, row, lease(), { manifest, size, now: time, expires: expiry(hooks) })
    })
  }

  async function announced(): Promise<string> {
    const key = newFileKey()
    await database.write(sql => announceFile(sql, row.company_id, key))
    return key
  }

  async function store(part: Part | undefined, counted: string, next: Position): Promise<void> {
    await database.write(sql => storePart(sql, row, lease(), { part, counted, position: next }))
    if (part) await hooks.afterPart?.(part)
  }

  function renderingOf(crm: Crm, kind: ExportKind, at: Moment, columns: readonly string[] | undefined) {
    return row.format === 'csv' ? csvOf(crm, kind, at, columns) : Promise.resolve(ndjson)
  }

  function entryOf(kind: ExportKind): string {
    return `${kind.name}.${row.format}`
  }

  function placeIn(kinds: readonly ExportKind[]): number {
    if (!position) return 0
    if (position.kind === CONTENTS) return kinds.length
    const place = kinds.findIndex(kind => kind.name === position?.kind)
    if (place >= 0) return place
    return 1 + kinds.findIndex(kind => endOf(kind.name).kind === position?.kind)
  }
}

/** The step after the kinds: what is in the files. */
const CONTENTS = 'contents of files'

/** A kind of which everything is written. */
function endOf(kind: string): Position {
  return { kind: `after ${kind}` }
}

function partOf(entry: string, file_key: string, written: Written, rows: number): Part {
  return { entry, method: 'deflated', file_key, ...written, rows }
}

function kindOf({ entry }: Part): string {
  return entry.slice(0, entry.lastIndexOf('.'))
}

function now({ now: clock = () => new Date() }: ExportHooks): Date {
  return clock()
}

/** When an export that ends now is removed. */
export function expiry(hooks: ExportHooks): Date {
  return new Date(now(hooks).getTime() + KEPT_DAYS * 86_400_000)
}
