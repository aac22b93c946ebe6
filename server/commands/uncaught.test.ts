import { expect, test } from 'vitest'
import { isLostRollback } from './uncaught.ts'

test('only the fault of the driver after a lost connection is no reason to stop', () => {
  const thrown = (first: string) =>
    Object.assign(new TypeError('x'), { stack: `TypeError: Cannot read properties of null\n    at ${first}\n    at y` })

  expect(
    isLostRollback(thrown('Immediate.nextWrite (file:///srv/node_modules/postgres/src/connection.js:255:22)')),
  ).toBe(true)
  expect(isLostRollback(thrown('nextPage (file:///srv/crm/dist/lists/page.js:2:2)'))).toBe(false)
  expect(isLostRollback(new Error('nextWrite (file:///srv/node_modules/postgres/src/connection.js:255:22)'))).toBe(
    false,
  )
})
