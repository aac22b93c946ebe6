import { failure } from '@portico/kit/api/failure'
import { expect, test } from 'vitest'
import { gatherIds } from './ids.ts'
import { afterFault, checkSource } from './rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const origin = 'https://crm.example'

test('a source that does not answer is tried again later and later, five times', () => {
  const silent = failure('unavailable', 'No answer')
  const waits = [0, 1, 2, 3].map(failures => {
    const fault = afterFault(silent, { failures, now })
    return 'due' in fault ? (fault.due.getTime() - now.getTime()) / 60_000 : undefined
  })

  expect(waits).toEqual([1, 2, 4, 8])
  expect(afterFault(silent, { failures: 4, now })).toEqual({ problem: 'No answer' })
  expect(afterFault(new Error('secret of ours'), { failures: 4, now })).toEqual({
    problem: 'Something went wrong on our side',
  })
})

test('a budget of the day is waited for; what was refused is not tried again', () => {
  const spent = failure('too_many', 'No more calls until noon: begin again then, it goes on', { retryAfter: 3600 })

  expect(afterFault(spent, { failures: 3, now })).toEqual({
    due: new Date('2026-03-01T01:00:00Z'),
    problem: 'No more calls until noon: it then goes on',
    failures: 0,
  })
  expect(afterFault(failure('invalid', '/v1/users/me was answered 401'), { failures: 0, now })).toEqual({
    problem: '/v1/users/me was answered 401',
  })
})

test('400 for an address that webhooks may not call either, or that a token would be sent to in the clear', () => {
  const rules = { origin, privateTargets: false }
  for (const url of [
    'http://127.0.0.1:8080',
    'https://10.0.0.1',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://localhost',
    'https://crm.example/v1',
    'https://user:word@app.example',
    'ftp://app.example',
    'http://app.example',
    'acme',
  ])
    expect(() => checkSource(url, rules), url).toThrow(
      expect.objectContaining({ code: 'invalid', details: { field: 'url' } }),
    )

  expect(checkSource('https://app.example/v1?x', rules)).toBe('https://app.example')
  expect(checkSource('http://127.0.0.1:8080', { origin, privateTargets: true })).toBe('http://127.0.0.1:8080')
})

test('ids are gathered out of whatever a record holds: numbers, words and lists in one text', () => {
  const ids = new Set<string>()
  gatherIds(
    { id: 7, owner: { value: 3 }, labels: [4, 5], set: '6,17', uuid: 'a-b', text: 'x'.repeat(41), no: null, on: true },
    ids,
  )

  expect([...ids]).toEqual(['7', '3', '4', '5', '6', '17', 'a-b'])
})
