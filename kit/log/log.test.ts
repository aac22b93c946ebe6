import type pino from 'pino'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  let lines = ''
  const destination = {
    write(line: string) {
      lines += line
    },
  } as pino.DestinationStream
  write(openLog('info', destination))
  return lines
}

test('secrets are cut out at any depth, the rest stays and the caller’s object is not touched', () => {
  const given = { user: 'olga', token: 'hidden-1', request: { headers: { 'x-api-token': 'hidden-2', accept: '*/*' } } }

  const lines = linesOf(log => log.info(given, 'signed in'))

  expect(JSON.parse(lines)).toMatchObject({
    user: 'olga',
    token: '…',
    request: { headers: { 'x-api-token': '…', accept: '*/*' } },
  })
  expect(lines).not.toContain('hidden')
  expect(given.token).toBe('hidden-1')
})

test('lines below the level are not written', () => {
  expect(linesOf(log => log.debug('quiet'))).toBe('')
})
