import type { Database } from '@portico/kit/database/database'
import type { SharedPiece } from '@portico/kit/http/eventStream'
import { expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import { openSettledLog } from '../../base/changes/settledSeq.ts'
import { openStreams } from '../../base/changes/streams.ts'
import { aDeal } from '../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { BEGINNING } from './cursor.ts'
import { changeStream } from './stream.ts'

const crm = await startTestCrm()

/** A stream of the deals of a company from its beginning; `hear` is what the reader of the log tells it. */
function streamOfDeals(user: TestUser, database = crm.database) {
  const actor: Partial<Actor> = {
    ...{ companyId: user.companyId, userId: user.userId, isAdmin: true, isAccountAdmin: false, rights: new Set() },
    ...{ sameGroup: [], groupsBelow: [], groupsAbove: [], hiddenPipelines: [] },
  }
  let hear: (stretch: Stretch) => void = () => {}
  const services: Partial<CrmServices> = {
    database,
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
  const stream = changeStream(
    { services, actor, stillAllowed: async () => actor } as Crm,
    { place: BEGINNING, isSightChanged: false },
    { items: ['deal'], withRecords: false },
    // It says that it is still here as soon as it has nothing to tell.
    { heartbeatMs: 0, recheckMs: 1_000_000, retryMs: 1 },
  )
  onTestFinished(() => stream.end())
  return { stream, hear: (stretch: Stretch) => hear(stretch) }
}

function textOf(piece: string | SharedPiece | undefined): string {
  return typeof piece === 'object' ? Buffer.from(piece.plain()).toString() : `${piece}`
}

test('what happens before the reader of the log has found its place is told without waiting for the next change', async () => {
  const user = await crm.company()
  const { stream, hear } = streamOfDeals(user)
  expect(await stream.next()).toContain('retry: 1')
  expect(await stream.next()).toContain('still here')
  const { id } = await aDeal(user)
  const [{ seq } = { seq: 0 }] = await crm.sql<{ seq: number }[]>`
    select max(seq)::int as seq from crm.change where company_id = ${user.companyId}`

  hear({ after: seq, until: seq, lines: [] })

  const piece = await stream.next()
  expect(piece).not.toBeTypeOf('string')
  expect(textOf(piece)).toContain(`"item_id":${id}`)
})

test.each([1, 2])('what is told is the same when the connection is lost in reading %i', async lost => {
  const user = await crm.company()
  const { id } = await aDeal(user)
  let readings = 0
  const read: Database['read'] = (work, lane) =>
    ++readings === lost ? Promise.reject(new Error('the connection was ended')) : crm.database.read(work, lane)
  const { stream } = streamOfDeals(user, { ...crm.database, read })
  expect(await stream.next()).toContain('retry: 1')

  expect(textOf(await stream.next())).toContain(`"item_id":${id}`)
  expect(readings).toBeGreaterThan(lost)
})
