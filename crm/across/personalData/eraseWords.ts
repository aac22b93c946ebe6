import type { CrmServices } from '../../base/api/context.ts'
import { type Erasure, finishErasure, keepPlace, runningErasures } from './erasureStore.ts'
import {
  eraseInLog,
  eraseInTable,
  forgetAnswersWith,
  KEPT_NAMES,
  lastNumber,
  lastSeq,
  type Searched,
  type TextTable,
  textTables,
} from './wordsStore.ts'

/** Lines of the log, and rows of other tables, that are gone through at once: no statement takes long. */
const LINES = 2000
const ROWS = 10_000

/** Found in no text. */
const NOTHING: Searched = { exact: '(?=x)y', rough: '(?=x)y' }

/**
 * Goes through the texts of companies in which somebody was forgotten: first the records, whose changes are logged, and
 * then the log. Safe to run twice, and goes on where it stopped.
 */
export function eraseWordsTask({ database }: Pick<CrmServices, 'database'>, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    for (const erasure of await database.read(runningErasures)) await erase(erasure)
  }

  async function erase(erasure: Erasure): Promise<void> {
    const { company_id: companyId, words } = erasure
    const [exact, exactNameless, rough, roughNameless] = words ?? []
    const [all, nameless] = [searched(exact, rough), searched(exactNameless, roughNameless)]
    if (all) {
      if (Number(erasure.log_seq) === 0) await eraseRecords(companyId, all, nameless)
      await eraseLog(erasure, { all, rest: nameless ?? NOTHING })
    }
    await database.write(sql => finishErasure(sql, erasure, now()))
  }

  async function eraseRecords(companyId: number, all: Searched, rest: Searched | undefined): Promise<void> {
    for (const table of await database.read(textTables)) {
      const pattern = KEPT_NAMES.includes(table.name) ? rest : all
      if (pattern) await eraseTable(companyId, table, pattern)
    }
    await database.write(sql => forgetAnswersWith(sql, companyId, all))
  }

  async function eraseTable(companyId: number, table: TextTable, pattern: Searched): Promise<void> {
    const last = await database.read(sql => lastNumber(sql, companyId, table))
    for (let after = 0; after === 0 || after < last; after += ROWS) {
      const among = { after, upto: after + ROWS }
      await database.write(sql => eraseInTable(sql, companyId, table, among, pattern, now()))
    }
  }

  async function eraseLog(erasure: Erasure, patterns: { all: Searched; rest: Searched }): Promise<void> {
    const end = await database.read(sql => lastSeq(sql, erasure.company_id))
    let place: number | undefined = Number(erasure.log_seq)
    while (place !== undefined && place < end) {
      const from: number = place
      place = await database.write(async sql => {
        const next = await eraseInLog(sql, erasure.company_id, patterns, from, LINES)
        if (next !== undefined) await keepPlace(sql, erasure, next)
        return next
      })
    }
  }
}

function searched(exact: string | null | undefined, rough: string | null | undefined): Searched | undefined {
  return exact && rough ? { exact, rough } : undefined
}
