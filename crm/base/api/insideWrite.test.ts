import type { Call } from '@portico/kit/api/api'
import { refusingDatabase } from '@portico/kit/database/nestedCalls'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { crmApis } from '../../crmApis.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { NOBODY } from '../access/nobody.ts'
import type { Crm } from './context.ts'
import { v2 } from './operation.ts'
import { noRateLimit } from './rateLimit.ts'

const crm = await startTestCrm()
// Only the database is asked for anything here, and the reader of the log is told of writes.
const others = { logReader: { wake() {} }, calls: { begun: 0 } }
const [, api] = crmApis({ database: crm.database, signIn: {}, origin: crm.origin, ...others } as never, noRateLimit)

const call: Call = {
  request: new Request(`${crm.origin}/api/v2/thing`, { method: 'POST' }),
  pathname: '/api/v2/thing',
  path: '/thing',
  search: new URLSearchParams(),
  requestId: 'r',
  remoteAddress: '',
  receivedAt: new Date(0),
  headers: new Map(),
}

/** Performs an operation that notes which database it was given, before its transaction and in it. */
async function databasesSeen(transaction: 'write' | 'statement' | 'none') {
  const seen: Crm['services']['database'][] = []
  const operation = v2({
    route: 'POST /thing',
    summary: 'Look at the database',
    transaction,
    reply: Type.Null(),
    async before({ services }) {
      seen.push(services.database)
    },
    async run(_, { services }) {
      seen.push(services.database)
      return null
    },
  })
  await api?.perform(operation, { params: {}, query: {}, body: {} }, NOBODY, call)
  return seen
}

test.each([
  'write',
  'statement',
] as const)('a %s sees a database that refuses, what runs before it the real one', async kind => {
  const seen = await databasesSeen(kind)

  expect(seen).toHaveLength(2)
  expect(seen[0]).toBe(crm.database)
  expect(seen[1]).toBe(refusingDatabase)
})

test('what opens its own transaction sees the real database', async () => {
  expect(await databasesSeen('none')).toEqual([crm.database])
})
