import { expect, test } from 'vitest'
import type { Call } from '../api/api.ts'
import { answerOtherOrigin } from './crossOrigin.ts'

const options = { methods: ['GET', 'POST'], headers: ['x-api-token'], exposed: ['etag'] }

function ask(method: string, headers: Record<string, string>) {
  const call = { request: new Request('http://portico.test/v1/deals', { method, headers }), headers: new Map() }
  return { answer: answerOtherOrigin(options, call as unknown as Call), headers: Object.fromEntries(call.headers) }
}

test('a call without an origin is left as it is', () => {
  expect(ask('GET', {})).toEqual({ answer: undefined, headers: {} })
})

test('a call of another origin may be read, never with credentials', () => {
  expect(ask('GET', { origin: 'https://a.example' })).toEqual({
    answer: undefined,
    headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag' },
  })
})

test('204 with what may be sent for a browser that asks beforehand', () => {
  const { answer } = ask('OPTIONS', { origin: 'https://a.example', 'access-control-request-method': 'POST' })
  expect(answer?.status).toBe(204)
  expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'x-api-token',
    'access-control-max-age': '600',
  })
})

test('an OPTIONS that is no such question goes on', () => {
  expect(ask('OPTIONS', { origin: 'https://a.example' }).answer).toBeUndefined()
})
