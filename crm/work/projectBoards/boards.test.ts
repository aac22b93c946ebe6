import { expect, test } from 'vitest'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { firstBoardsStep } from './firstBoardStore.ts'

const crm = await startTestCrm()

test('a new company has a board with phases, and one of an older version gets it once', async () => {
  const boards = () => crm.sql`
    select b.name, array_agg(p.name order by p.order_nr) as phases from crm.project_board b
    join crm.project_phase p on p.company_id = b.company_id and p.board_id = b.id
    where b.company_id = ${crm.owner.companyId} group by b.id, b.name`
  const first = [{ name: 'Projects', phases: ['Kick-off', 'Planning', 'Implementation', 'Review', 'Handover'] }]
  expect(await boards()).toEqual(first)

  await crm.sql`delete from crm.project_phase where company_id = ${crm.owner.companyId}`
  await crm.sql`delete from crm.project_board where company_id = ${crm.owner.companyId}`
  await firstBoardsStep.run(crm.sql)
  await firstBoardsStep.run(crm.sql)

  expect(await boards()).toEqual(first)
})
