import { expect, test } from 'vitest'
import { isSameOrigin, requireSameOrigin } from './sameOrigin.ts'

const PUBLIC = 'https://crm.example'
const request = (headers: Record<string, string>) => new Request('http://127.0.0.1:8080/login', { headers })

test.each([
  [{ origin: PUBLIC }, true],
  [{ origin: 'http://127.0.0.1:8080' }, true],
  [{ origin: 'https://elsewhere.example' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{}, false],
])('a form with %j: %s', (headers, expected) => {
  expect(isSameOrigin(request(headers), PUBLIC)).toBe(expected)
  const required = () => requireSameOrigin(request(headers), PUBLIC)
  if (expected) expect(required).not.toThrow()
  else expect(required).toThrow(expect.objectContaining({ code: 'forbidden' }))
})
