import type { Sql } from '@portico/kit/database/sql'
import { onWholeCompany } from '../../company/companies/wholeCompanyStore.ts'
import { type CopiedTable, copiedTables, copyRows, type Lines, LOG, linesOf, shareFiles } from './store.ts'

/** What is copied in one transaction. */
export interface Piece {
  tables: readonly CopiedTable[]
  /** Of the log. */
  lines?: Lines
}

export type Progress = (tables: string, rows: number) => void | Promise<void>

export interface CopyPlan {
  from: number
  to: number
  skipsChecks: boolean
  progress: Progress
}

/** Those who read the log wait for whoever writes to it: a piece is a second's work. */
const LINES = 20_000

/** Tables that name files are one piece: several of them may name the same, which is counted. */
export async function piecesOf(sql: Sql, companyId: number): Promise<Piece[]> {
  const tables = await copiedTables(sql)
  const log = tables.filter(({ name }) => name === LOG)
  const others = tables.filter(({ name, fileColumns }) => name !== LOG && fileColumns.length === 0)
  return [
    { tables: tables.filter(({ fileColumns }) => fileColumns.length > 0) },
    ...others.map(table => ({ tables: [table] })),
    ...(await linesOf(sql, companyId, LINES)).map(lines => ({ tables: log, lines })),
  ]
}

export async function copyPiece(sql: Sql, piece: Piece, plan: CopyPlan): Promise<number> {
  const { from, to, skipsChecks, progress } = plan
  const rows = await onWholeCompany(sql, skipsChecks, async () => {
    let copied = 0
    for (const table of piece.tables) {
      await shareFiles(sql, table, from)
      copied += await copyRows(sql, table, { from, to, lines: piece.lines })
    }
    return copied
  })
  await progress(piece.tables.map(({ name }) => name).join(' '), rows)
  return rows
}
