import { availableParallelism } from 'node:os'
import { failure } from '@portico/kit/api/failure'
import type { Client } from '@portico/kit/database/connect'
import { violates } from '@portico/kit/database/errors'
import type { Sql } from '@portico/kit/database/sql'
import { retried } from '@portico/kit/database/transaction'
import { addJob } from '@portico/kit/jobs/jobs'
import { writeAudit } from '../../base/access/auditStore.ts'
import { REMOVE_COMPANIES } from '../../company/companies/removeCompanies.ts'
import { maySkipChecks } from '../../company/companies/wholeCompanyStore.ts'
import { insertToken } from '../../company/tokens/store.ts'
import { runningErasures } from '../personalData/erasureStore.ts'
import { ERASE } from '../personalData/forget.ts'
import { type CopyPlan, copyPiece, type Piece, type Progress, piecesOf } from './pieces.ts'
import { copiedTables, findOwner, insertCopy, isTakenDomain, openCopy, seeSame, snapshotOf } from './store.ts'

export interface Copy {
  companyId: number
  rows: number
  /** Of its owner; nobody is shown it again. */
  token: string
  owner: string
}

export interface CopyOptions {
  domain: string
  /** After each piece that was copied, before its transaction ends. */
  progress?: Progress
  /** Pieces that are copied at the same time. */
  atOnce?: number
}

/**
 * Copies a company within the database, under another short name and as of one moment: all records with their ids,
 * people with their rights, settings and the change log. What opens the original, or would act outside, is left behind
 * (`treatment.ts`). The copy is closed until all of it is there; one that was interrupted is removed.
 */
export async function copyCompany(
  connected: () => Client,
  from: { id: number; name: string },
  { domain, progress = () => {}, atOnce = HALF_OF_THE_CORES }: CopyOptions,
): Promise<Copy> {
  const keeper = connected()
  try {
    await addJob(keeper, REMOVE_COMPANIES, {}, { key: REMOVE_COMPANIES })
    const owner = await findOwner(keeper, from.id)
    if (!owner) throw failure('conflict', `${from.name} has no active admin whom the copy could belong to`)
    if (await isTakenDomain(keeper, domain)) throw taken(domain)
    const to = await keeper.begin(sql => insertCopy(sql, from.id))
    const skipsChecks = await maySkipChecks(keeper)
    const plan = { from: from.id, to, skipsChecks, progress }
    // Files are counted first: when others have counted the same ones since the moment that is copied, there is nothing
    // of the copy yet, and it begins anew as of a later one.
    const rows = await retried(
      () =>
        keeper.begin(AS_OF_ONE_MOMENT, sql =>
          skipsChecks && !sql.isDistributed ? copyInPieces(sql, connected, plan, atOnce) : copyWhole(sql, plan),
        ),
      { attempts: 50, pauseMs: 200 },
    )
    const token = await keeper.begin(sql => finish(sql, from, { to, domain, ownerId: owner.id }))
    return { companyId: to, rows, token, owner: owner.email }
  } finally {
    await keeper.end({ timeout: 5 })
  }
}

const AS_OF_ONE_MOMENT = 'isolation level repeatable read'

/** The other half answers meanwhile. */
const HALF_OF_THE_CORES = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

function taken(domain: string) {
  return failure('conflict', `There is a company ${domain} already`, { field: 'domain' })
}

/**
 * Each piece in a transaction of its own, so that those who read the log wait for a piece of it and not for all, and
 * several at the same time. All see what `sql` sees, which stays open for that.
 */
async function copyInPieces(sql: Sql, connected: () => Client, plan: CopyPlan, atOnce: number): Promise<number> {
  const snapshot = await snapshotOf(sql)
  const [files, ...others] = await piecesOf(sql, plan.from)
  const copyEach = async (pieces: Iterable<Piece>) => {
    const client = connected()
    let rows = 0
    try {
      for (const piece of pieces)
        rows += await client.begin(AS_OF_ONE_MOMENT, async own => {
          await seeSame(own, snapshot)
          return copyPiece(own, piece, plan)
        })
    } finally {
      await client.end({ timeout: 5 })
    }
    return rows
  }
  const first = await copyEach(files ? [files] : [])
  const pieces = others.values()
  const counts = await Promise.all(Array.from({ length: atOnce }, () => copyEach(pieces)))
  return counts.reduce((sum, count) => sum + count, first)
}

/**
 * Foreign keys are checked against what a transaction sees, so all rows are copied in one, and the log last. On several
 * machines only one transaction sees one moment.
 */
async function copyWhole(sql: Sql, plan: CopyPlan): Promise<number> {
  return copyPiece(sql, { tables: await copiedTables(sql) }, plan)
}

/** Opens the copy under its name; a token of its owner. */
async function finish(
  sql: Sql,
  from: { id: number; name: string },
  { to, domain, ownerId }: { to: number; domain: string; ownerId: number },
): Promise<string> {
  await openCopy(sql, to, { domain, name: `${from.name} (${domain})` }).catch(error => {
    throw violates(error) ? taken(domain) : error
  })
  const { id, token } = await insertToken(sql, { companyId: to, userId: ownerId, name: 'sandbox' })
  await writeAudit(sql, { companyId: to, action: 'token_created', subject: id, credential: 'command' })
  await writeAudit(sql, {
    ...{ companyId: from.id, action: 'company_changed', subject: from.id, credential: 'command' },
    detail: { copied_to: domain },
  })
  // Whoever is being forgotten in the original at this moment is to be in the copy too.
  if ((await runningErasures(sql)).some(({ company_id }) => Number(company_id) === to))
    await addJob(sql, ERASE, {}, { maxAttempts: 3 })
  return token
}
