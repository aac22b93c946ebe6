import { expect, test } from 'vitest'
import { readCookie } from './cookie.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['session=a', 'a'],
  ['other=1; session=a=b; session=c', 'a=b'],
  ['xsession=1;session=', ''],
  ['session', undefined],
  ['my session=1', undefined],
  ['Session=1', undefined],
])('of %j: %j', (cookie, expected) => {
  const request = new Request('http://x/', { headers: cookie === undefined ? {} : { cookie } })
  expect(readCookie(request, 'session')).toBe(expected)
})
