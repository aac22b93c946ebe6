import { createHash } from 'node:crypto'
import type { MigrationStep } from '@portico/kit/database/migrate'
import type { Sql } from '@portico/kit/database/sql'

/** The board a company has on its first day, and its phases. */
const FIRST_BOARD = 'Projects'
const FIRST_PHASES = ['Kick-off', 'Planning', 'Implementation', 'Review', 'Handover']

export async function addFirstBoard(sql: Sql, companyId: number): Promise<void> {
  const [board] = await sql<{ id: number }[]>`
    insert into crm.project_board (company_id, name, order_nr) values (${companyId}, ${FIRST_BOARD}, 1) returning id`
  await sql`
    insert into crm.project_phase (company_id, board_id, name, order_nr)
    select ${companyId}, ${board?.id ?? 0}, phase.name, phase.nr
    from unnest(${FIRST_PHASES}::text[]) with ordinality phase (name, nr) order by phase.nr`
}

/** Companies of older versions get a board when the server migrates: a project needs a phase to be in. */
export const firstBoardsStep: MigrationStep = {
  name: 'first boards of projects',
  digest: createHash('sha256')
    .update(JSON.stringify([FIRST_BOARD, FIRST_PHASES]))
    .digest('hex'),
  run: addMissingBoards,
}

async function addMissingBoards(sql: Sql): Promise<void> {
  await sql`
    /* all companies: those that have none are not known before */
    with board as (
      insert into crm.project_board (company_id, name, order_nr)
      select company.id, ${FIRST_BOARD}::text, 1
      from (select c.id from crm.company c where c.id not in (select b.company_id from crm.project_board b)) company
      returning company_id, id
    )
    insert into crm.project_phase (company_id, board_id, name, order_nr)
    select board.company_id, board.id, phase.name, phase.nr
    from board, unnest(${FIRST_PHASES}::text[]) with ordinality phase (name, nr) order by board.id, phase.nr`
}
