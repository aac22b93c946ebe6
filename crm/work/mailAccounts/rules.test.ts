import { failure } from '@portico/kit/api/failure'
import { expect, test } from 'vitest'
import { checkEmail, checkServer, isFinal, nextAfterFailure, nextReading, readFromOf } from './rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

test('an account is read every five minutes', () => {
  expect(nextReading(NOW)).toEqual(new Date('2026-03-01T12:05:00Z'))
})

test('an account that fails is tried later and later, every hour at the latest', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 50].map(times => (nextAfterFailure(NOW, times).getTime() - NOW.getTime()) / 60_000)

  expect(minutes).toEqual([5, 10, 20, 40, 60, 60, 60])
})

test.each([
  ['host', { host: 'imap.example.com/x', port: 993, security: 'tls' as const }],
  ['host', { host: 'a b', port: 993, security: 'tls' as const }],
  ['port', { host: 'imap.example.com', port: 22, security: 'tls' as const }],
  ['security', { host: 'imap.example.com', port: 143, security: 'none' as const }],
])('400 naming %s for %j', (field, server) => {
  expect(() => checkServer(server, false)).toThrow(expect.objectContaining({ code: 'invalid', details: { field } }))
})

test('where private targets are allowed, ports and plain connections are too', () => {
  expect(() => checkServer({ host: 'localhost', port: 10143, security: 'none' }, true)).not.toThrow()
  expect(() => checkServer({ host: 'imap.example.com', port: 993, security: 'tls' }, false)).not.toThrow()
  expect(() => checkServer({ host: '[2a00:1450::1]', port: 143, security: 'starttls' }, false)).not.toThrow()
})

test('mail of the last month is read, or from a day that has been', () => {
  expect(readFromOf(undefined, NOW)).toEqual(new Date('2026-01-30T12:00:00Z'))
  for (const day of ['2020-01-31', '1970-01-01', NOW.toISOString()]) expect(readFromOf(day, NOW)).toEqual(new Date(day))
  for (const wrong of ['soon', '2030-01-01', '1900-01-01', '1969-12-31'])
    expect(() => readFromOf(wrong, NOW)).toThrow(expect.objectContaining({ details: { field: 'read_from' } }))
})

test('a refusal by a rule is final, all else may pass', () => {
  for (const code of ['invalid', 'forbidden', 'too_large', 'unprocessable'] as const)
    expect(isFinal(failure(code, 'no')), code).toBe(true)
  expect([failure('unavailable', 'away'), failure('conflict', 'held'), new Error('bug')].map(isFinal)).toEqual([
    false,
    false,
    false,
  ])
})

test('400 for what is no address', () => {
  expect(() => checkEmail('ann')).toThrow(expect.objectContaining({ code: 'invalid', details: { field: 'email' } }))
  expect(() => checkEmail('ann@example.org')).not.toThrow()
})
