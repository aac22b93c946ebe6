import { expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import { openSettledLog } from '../../base/changes/settledSeq.ts'
import { openStreams } from '../../base/changes/streams.ts'
import { aDeal } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { BEGINNING } from './cursor.ts'
import { changeStream } from './stream.ts'

const crm = await startTestCrm()

test('what happens before the reader of the log has found its place is told without waiting for the next change', async () => {
  const user = await crm.company()
  const actor: Partial<Actor> = {
    ...{ companyId: user.companyId, userId: user.userId, isAdmin: true, isAccountAdmin: false, rights: new Set() },
    ...{ sameGroup: [], groupsBelow: [], groupsAbove: [], hiddenPipelines: [] },
  }
  let hear: (stretch: Stretch) => void = () => {}
  const services: Partial<CrmServices> = {
    database: crm.database,
    settledLog: openSettledLog(crm.database),
    streams: openStreams(),
    signIn: { onChange: () => () => {} } as never,
    logReader: {
      follow(_: number, given: typeof hear) {
        hear = given
        return () => {}
      },
    } as never,
  }
  const deals = { items: ['deal'], withRecords: false }
  const stream = changeStream(
    { services, actor, stillAllowed: async () => actor } as Crm,
    { place: BEGINNING, isSightChanged: false },
    deals,
    // It says that it is still here as soon as it has nothing to tell.
    { heartbeatMs: 0, recheckMs: 1_000_000, retryMs: 1 },
  )
  onTestFinished(() => stream.end())
  expect(await stream.next()).toContain('retry: 1')
  expect(await stream.next()).toContain('still here')
  const { id } = await aDeal(user)
  const [{ seq } = { seq: 0 }] = await crm.sql<{ seq: number }[]>`
    select max(seq)::int as seq from crm.change where company_id = ${user.companyId}`

  hear({ after: seq, until: seq, lines: [] })

  const piece = await stream.next()
  expect(piece).not.toBeTypeOf('string')
  expect(Buffer.from(typeof piece === 'object' ? piece.plain() : []).toString()).toContain(`"item_id":${id}`)
})
