import type { Hono } from 'hono'
import type pino from 'pino'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { operationsOf } from '../api/operation.ts'
import { serveApi } from '../api/serveApi.ts'
import { openLog } from '../log/log.ts'
import { openMetrics } from '../log/metrics.ts'
import { type ToyContext, toyApi } from '../testing/toyApi.ts'
import { type EdgeEnv, edge } from './edge.ts'

test('a token in a path stays out of the log', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) } as pino.DestinationStream)
  const followLink = operationsOf<ToyContext>('toy')({
    route: 'GET /reset/{token}',
    summary: 'Follow a link',
    signIn: 'none',
    params: { token: Type.String() },
    reply: Type.Object({ length: Type.Integer() }),
    run: async ({ params }) => ({ length: params.token.length }),
  })
  const app = edge({ apis: [serveApi({ ...toyApi(), operations: [followLink] })], log, metrics: openMetrics() })

  const answer = await app.fetch(new Request('http://localhost/toy/reset/hidden'), {})

  expect(await answer.json()).toMatchObject({ data: { length: 6 } })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"path":"/reset/{token}"')
  expect(lines[0]).not.toContain('hidden')
})

test('a token in the path of a page that fails stays out of the log', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) } as pino.DestinationStream)
  const broken = () => {
    throw new Error('broken')
  }
  const pages = (app: Hono<EdgeEnv>) => void app.get('/reset/:token', broken)
  const app = edge({ apis: [], log, metrics: openMetrics(), pages })

  const answer = await app.fetch(new Request('http://localhost/reset/hidden'), {})

  expect(answer.status).toBe(500)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"path":"/reset/:token"')
  expect(lines[0]).not.toContain('hidden')
})
