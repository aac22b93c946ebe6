import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { type Json, jsonArray } from '@portico/kit/api/json'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { oneRecord, requireMatch, type WireRow } from '../../base/records/version.ts'
import { noPhaseFound, type PhaseWanted } from './rules.ts'
import type { Phase } from './shape.ts'

/** Phases that are not deleted, on boards that are not. */
const PRESENT = fragment`crm.project_phase p
  join crm.project_board b on b.company_id = p.company_id and b.id = p.board_id and not b.is_deleted and not p.is_deleted`

/** A phase in the given columns. A deleted one is missing, since a phase has no field that would say so. */
export async function onePhase({ sql, actor }: Crm, id: number, columns: Fragment): Promise<Answered<Phase>> {
  const [row] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, p.version
    from ${PRESENT} where p.company_id = ${actor.companyId} and p.id = ${id}`
  return oneRecord<Phase>(row, 'Phase')
}

/** The phases of a board in their order. */
export async function phasesOf({ sql, actor }: Crm, boardId: number, columns: Fragment): Promise<Json<Phase[]>> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire
    from ${PRESENT} where p.company_id = ${actor.companyId} and p.board_id = ${boardId} order by p.order_nr, p.id`
  return jsonArray<Phase>(rows.map(row => row.wire))
}

export interface OpenPhase {
  id: number
  board_id: number
}

/**
 * The phase a project goes to: the named one, the first of the named board, or the first of the first board. It stays on
 * its board until the transaction ends.
 */
export async function findPhase(crm: Crm, wanted: PhaseWanted): Promise<OpenPhase> {
  const { phase_id, board_id } = wanted
  if (!crm.gather) return findPhaseNow(crm, wanted)
  return crm.gather.call(`phase ${phase_id} of ${board_id}`, wanted, async all => {
    const phase = await findPhaseNow(crm, wanted)
    return all.map(() => phase)
  })
}

async function findPhaseNow({ sql, actor }: Crm, wanted: PhaseWanted): Promise<OpenPhase> {
  const { phase_id, board_id } = wanted
  // The board is asked for in a subquery: a join would lose a phase that another transaction has just moved.
  const board = sql`from crm.project_board b where b.company_id = p.company_id and b.id = p.board_id`
  const [phase] = await sql<OpenPhase[]>`
    select p.id, p.board_id from crm.project_phase p
    where p.company_id = ${actor.companyId} and not p.is_deleted and (select not b.is_deleted ${board})
      ${phase_id ? sql`and p.id = ${phase_id}` : sql``} ${board_id ? sql`and p.board_id = ${board_id}` : sql``}
    order by (select b.order_nr ${board}), p.board_id, p.order_nr, p.id limit 1 for key share of p`
  if (!phase) throw noPhaseFound(wanted)
  return phase
}

interface LockedPhase {
  board_id: number
  is_deleted: boolean
  is_board_deleted: boolean
  version: number
}

/** A phase, deleted or not, locked for the rest of the transaction. */
export async function lockPhase(crm: Crm, id: number): Promise<LockedPhase> {
  const { sql, actor } = crm
  const [phase] = await sql<LockedPhase[]>`
    select p.board_id, p.is_deleted, b.is_deleted as is_board_deleted, p.version
    from crm.project_phase p join crm.project_board b on b.company_id = p.company_id and b.id = p.board_id
    where p.company_id = ${actor.companyId} and p.id = ${id} for update of p`
  if (!phase) throw failure('missing', 'Phase not found')
  requireMatch(crm, phase.version)
  return phase
}

/** Refuses a board that does not exist; nobody deletes it before the transaction ends. */
export async function holdBoard({ sql, actor }: Crm, id: number): Promise<void> {
  const [board] = await sql`
    select from crm.project_board b where b.company_id = ${actor.companyId} and b.id = ${id} and not b.is_deleted
    for share of b`
  if (!board) throw doesNotExist('board_id', id)
}
