import { expect, test } from 'vitest'
import { endedSessionCookie, sessionCookie, stepCookie } from './cookies.ts'

test('on https cookies are bound to the host and to secure connections', () => {
  expect(sessionCookie('abc', 'https://crm.example')).toBe(
    '__Host-portico_session=abc; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(stepCookie('abc', 'https://crm.example')).toBe(
    '__Host-portico_step=abc; Max-Age=300; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(endedSessionCookie('http://localhost:8080')).toBe(
    'portico_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  )
})
