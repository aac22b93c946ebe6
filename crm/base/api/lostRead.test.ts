import { expect, test } from 'vitest'
import { aDeal } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/heldBack.ts'
import { type Reply, startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

test('lists whose connections are lost while they are read are answered all the same', async () => {
  const { id } = await aDeal(crm.owner)
  const asked: Promise<Reply>[] = []

  await crm.sql.begin(async sql => {
    await sql`lock table crm.deal in access exclusive mode`
    // One after the other: asked at once, both may go to one lane.
    for (const path of ['/v1/deals', '/v2/deals']) {
      asked.push(crm.owner.call('GET', path))
      await untilWaiting(crm, asked.length)
    }
    await sql`select pg_terminate_backend(pid, 120000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await untilWaiting(crm, 2)
  })

  for (const { status, body } of await Promise.all(asked)) {
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ id }])
  }
})
