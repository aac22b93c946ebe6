import { describe, expect, test } from 'vitest'
import type { ResolvedConfig } from './config.ts'
import { CLAIM_COOKIE, claimsIn, cookieValues, joinClaims, sessionCookieName, setCookie } from './cookies.ts'

function carrying(cookie?: string): Request {
  return { headers: new Headers(cookie === undefined ? {} : { cookie }) } as Request
}

describe('the values of a cookie', () => {
  test('are those of its name alone, in their order', () => {
    expect(cookieValues(carrying('a=1; b=2;a=3 ; aa=4'), 'a')).toEqual(['1', '3'])
    expect(cookieValues(carrying('b=a=1'), 'a')).toEqual([])
    expect(cookieValues(carrying('a=x=y'), 'a')).toEqual(['x=y'])
  })

  test('are none without the cookie', () => {
    expect(cookieValues(carrying(), 'a')).toEqual([])
    expect(cookieValues(carrying('b=2'), 'a')).toEqual([])
  })

  test('are four at most', () => {
    expect(cookieValues(carrying('a=1;a=2;a=3;a=4;a=5'), 'a')).toEqual(['1', '2', '3', '4'])
  })
})

test('claims stand side by side, four in a cookie', () => {
  expect(joinClaims(['a', 'b'])).toBe('a~b')
  expect(joinClaims(['a', 'b', 'c', 'd', 'e'])).toBe('a~b~c~d')
  expect(claimsIn(carrying(`${CLAIM_COOKIE}=a~b; ${CLAIM_COOKIE}=c~d~e~f~g`))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a cookie is kept from scripts, other sites and plain connections', () => {
  expect(setCookie('gate', 'v', 60, false)).toBe('gate=v; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure')
  expect(setCookie('gate', 'v', 60, true)).toBe('gate=v; Path=/; Max-Age=60; HttpOnly; SameSite=Strict')
})

describe('the cookie of a session', () => {
  const config = { dev: false, domain: 'https://shop.test', basePath: '/gate', scope: 's', disclosures: { minAge: 18 } }
  const name = (change: object = {}) => sessionCookieName({ ...config, ...change } as unknown as ResolvedConfig)

  test('cannot be planted from a sibling domain, where the browser takes the prefix', () => {
    expect(name()).toMatch(/^__Host-gate-session-[0-9a-f]{8}$/)
    expect(name({ domain: 'http://shop.test' })).toMatch(/^gate-session-[0-9a-f]{8}$/)
    expect(name({ dev: true })).toMatch(/^gate-session-[0-9a-f]{8}$/)
    expect(name({ domain: 'http://shop.test/https:' })).toMatch(/^gate-session-/)
  })

  test('is another for each gate of a site', () => {
    expect(name({ basePath: '/bar' })).not.toBe(name())
    expect(name({ disclosures: { minAge: 21 } })).not.toBe(name())
    expect(name()).toBe(name())
  })
})
