import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { Id } from '@portico/kit/api/schemas'
import type { UploadedFile } from '@portico/kit/files/readUpload'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { receiveFile } from '../../../work/files/receiveFile.ts'
import { runLongChangesSoon } from '../../longChanges/longChangesTask.ts'
import {
  beginDraft,
  deleteLongChange,
  insertLongChange,
  type LongChange,
  listLongChanges,
  requireLongChange,
} from '../../longChanges/store.ts'
import { askForUndo } from '../../longChanges/undo.ts'
import { guessColumns, howWritten } from '../guess.ts'
import { type LookedAt, lookAtFile } from '../importFile.ts'
import { type AskedImport, askedOf } from '../importWork.ts'
import { rememberColumns, rememberedColumns } from '../mappingStore.ts'
import type { Existing } from '../placeRows.ts'
import { previewImport } from '../preview.ts'
import type { ColumnChoice } from '../readRows.ts'
import { type Target, targetsFor } from '../targets.ts'
import { decisions, ImportShape, PreviewShape, showImport, showTarget, TargetShape } from './shape.ts'

const params = { id: Id }
const rights = ['can_use_import'] as const
const UPLOAD = { maxFileBytes: LIMITS.importBytes, maxFiles: 1, maxFieldBytes: 1000 }
const DRAFT_MS = 86_400_000

const addImport = app({
  route: 'POST /imports',
  summary: 'Upload a CSV or XLSX file to import; nothing is stored of it before it is run',
  description:
    'In the form field `file`: UTF-8, UTF-16 or Windows-1252, cells separated by commas, semicolons or tabs, or the first sheet of an Excel workbook; up to 50 MB and 50,000 rows; the first line names the columns. What they are is guessed.',
  rights,
  upload: UPLOAD,
  reply: ImportShape,
  status: 201,
  cost: 40,
  transaction: 'none',
  async run(_, outer) {
    let looked: LookedAt | undefined
    const row = await receiveFile(
      outer,
      async (crm, { file, claim }) => {
        if (!looked) throw new Error('the file was not looked at')
        const made = await insertDraft(crm, file, looked)
        await claim(crm)
        return made
      },
      UPLOAD,
      async file => {
        looked = await lookAtFile(outer.services.files, file.key)
      },
    )
    return showImport(row, outer.now)
  },
})

async function insertDraft(crm: Crm, file: UploadedFile, looked: LookedAt): Promise<LongChange> {
  const headers = looked.columns.map(column => column.header)
  const targets = await targetsFor(crm)
  const guessed = guessColumns(looked.columns, targets, looked.separator)
  const remembered = await rememberedColumns(crm, headers)
  const asked: AskedImport = {
    file_name: file.name,
    format: { encoding: looked.encoding, separator: looked.separator },
    headers,
    samples: looked.columns.map(column => column.samples.slice(0, 5)),
    columns: remembered ? known(remembered, looked, targets) : guessed,
    existing: 'update',
  }
  return insertLongChange(crm, {
    work: 'import',
    title: `Import ${file.name}`.slice(0, 255),
    asked,
    state: 'draft',
    total: looked.rows,
    correlation_id: randomUUID(),
    file_key: file.key,
    expires_time: new Date(crm.now.getTime() + DRAFT_MS),
  })
}

/** What was decided last time, as far as the fields are still there; how days and numbers are written may differ this time. */
function known(remembered: readonly ColumnChoice[], looked: LookedAt, targets: readonly Target[]): ColumnChoice[] {
  const there = new Set(targets.map(target => target.id))
  return looked.columns.map(({ samples }, at) => {
    const { target = null, dates = 'dmy', numbers = 'point' } = remembered[at] ?? {}
    const shown = howWritten(samples, numbers)
    return { target: target && there.has(target) ? target : null, dates: shown.dates ?? dates, numbers: shown.numbers }
  })
}

const getImports = app({
  route: 'GET /imports',
  summary: 'List your last imports, the newest first; admins see those of everybody',
  rights,
  reply: Type.Array(ImportShape),
  cost: 5,
  run: async (_, crm) => (await listLongChanges(crm, 'import', 20)).map(row => showImport(row, crm.now)),
})

const getTargets = app({
  route: 'GET /importTargets',
  summary: 'List what a column of an imported file can be',
  rights,
  reply: Type.Array(TargetShape),
  cost: 2,
  run: async (_, crm) => (await targetsFor(crm)).map(showTarget),
})

const getImport = app({
  route: 'GET /imports/{id}',
  summary: 'Get an import: its columns, and how far it is',
  rights,
  params,
  reply: ImportShape,
  cost: 1,
  run: async ({ params }, crm) => showImport(await requireLongChange(crm, 'import', params.id), crm.now),
})

const preview = app({
  route: 'POST /imports/{id}/preview',
  summary: 'See what an import would add and change, and every problem with its cell',
  rights,
  params,
  body: decisions,
  reply: PreviewShape,
  cost: 40,
  transaction: 'none',
  async run({ params, body }, crm) {
    const row = await requireDraft(crm, params.id)
    await checkDecisions(crm, row, body.columns)
    return previewImport(crm, row, decided(body))
  },
})

const runImport = app({
  route: 'POST /imports/{id}/run',
  summary: 'Begin an import; it goes on in the background and can be undone for a day',
  rights,
  params,
  body: decisions,
  reply: ImportShape,
  status: 202,
  cost: 100,
  async run({ params, body }, crm) {
    const row = await requireDraft(crm, params.id)
    await checkDecisions(crm, row, body.columns)
    const asked: AskedImport = { ...askedOf(row), ...decided(body) }
    await rememberColumns(crm, asked.headers, asked.columns)
    const begun = await beginDraft(crm, row, asked)
    await runLongChangesSoon(crm.sql)
    return showImport(begun, crm.now)
  },
})

const undoImport = app({
  route: 'POST /imports/{id}/undo',
  summary: 'Begin to undo an import: what it added is deleted, what it changed put back; one under way is stopped',
  description: 'Records that somebody has changed since are left as they are and named.',
  rights,
  params,
  reply: ImportShape,
  status: 202,
  cost: 100,
  run: async ({ params }, crm) => showImport(await askForUndo(crm, 'import', params.id), crm.now),
})

const deleteImport = app({
  route: 'DELETE /imports/{id}',
  summary: 'Throw away a file that was not imported',
  rights,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 2,
  async run({ params }, crm) {
    const row = await requireDraft(crm, params.id)
    await deleteLongChange(crm.sql, row)
    return { id: row.id }
  },
})

export const importOperations = [
  addImport,
  getImports,
  getTargets,
  getImport,
  preview,
  runImport,
  undoImport,
  deleteImport,
]

function decided({ columns, existing = 'update' }: { columns: ColumnChoice[]; existing?: Existing | undefined }) {
  return { columns, existing }
}

async function requireDraft(crm: Crm, id: number): Promise<LongChange> {
  const row = await requireLongChange(crm, 'import', id)
  if (row.state !== 'draft') throw failure('conflict', 'This import was begun already')
  return row
}

async function checkDecisions(crm: Crm, row: LongChange, columns: readonly ColumnChoice[]): Promise<void> {
  const { headers } = askedOf(row)
  if (columns.length !== headers.length)
    throw failure('invalid', `columns must have ${headers.length} entries, one for each column`, { field: 'columns' })
  const targets = new Set((await targetsFor(crm)).map(target => target.id))
  const seen = new Set<string>()
  for (const [at, { target }] of columns.entries()) {
    if (target === null) continue
    const field = `columns.${at}.target`
    if (!targets.has(target)) throw failure('invalid', `${field} ${target} is not known`, { field })
    if (seen.has(target)) throw failure('invalid', `${field}: two columns are ${target}`, { field })
    seen.add(target)
  }
  if (seen.size === 0) throw failure('invalid', 'Say of at least one column what it is', { field: 'columns' })
}
