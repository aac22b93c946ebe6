import { openLog } from '@portico/kit/log/log'
import { expect, test, vi } from 'vitest'
import { closersOf } from './closers.ts'

test('what was opened last is closed first; what fails or never ends is told of and keeps nothing else open', async () => {
  const log = openLog('silent')
  const told = vi.spyOn(log, 'error')
  const closers = closersOf(log, 20)
  const closed: string[] = []
  const add = (what: string, then: () => Promise<void> = async () => {}) =>
    closers.add(what, () => {
      closed.push(what)
      return then()
    })
  add('database')
  add('jobs', () => new Promise(() => {}))
  add('mail', () => Promise.reject(new Error('gone')))
  add('port')

  await Promise.all([closers.closeAll(), closers.closeAll()])

  expect(closed).toEqual(['port', 'mail', 'jobs', 'database'])
  expect(told.mock.calls).toEqual([
    [{ error: 'Error: gone' }, 'closing the mail failed: the server goes on stopping'],
    [{ error: 'Error: it has not ended within 0.02 s' }, 'closing the jobs failed: the server goes on stopping'],
  ])
})
