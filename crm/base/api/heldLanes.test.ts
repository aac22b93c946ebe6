import { expect, test } from 'vitest'
import { untilWaiting } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

test('200 for a write of one company while those of another wait for each other, as many as there are', async () => {
  const other = await crm.company()
  const upsert = () => crm.owner.call('POST', '/api/v2/persons/upsert', { records: [{ name: 'Slow' }] })
  let waiting: ReturnType<typeof upsert>[] = []

  await crm.sql.begin(async sql => {
    const lock = `upsert/${crm.owner.companyId}/person`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    waiting = Array.from({ length: 12 }, upsert)
    await untilWaiting(crm, 5)

    const written = await other.call('POST', '/api/v2/persons/upsert', { records: [{ name: 'Quick' }] })

    expect(written.status).toBe(200)
  })

  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(12).fill(200))
})
