import { expect, test, vi } from 'vitest'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import type { LogLine } from '../../base/changes/logReaderStore.ts'
import { liveEvents, type View } from './view.ts'

const line = (seq: number, entity: string, isOpen = true): LogLine => ({
  ...{ companyId: 1, seq, at: seq, time: 'T', entity, entityId: String(seq), action: 'added' },
  ...{ actorId: 1, correlationId: null, isOpen, mailboxOf: null, isShared: false },
})

const reader = (userId: number, isAdmin: boolean, scopes?: string[]): Crm =>
  ({
    actor: {
      ...{ companyId: 1, userId, isAdmin, isAccountAdmin: false, scopes, rights: new Set() },
      ...{ sameGroup: [], groupsBelow: [], groupsAbove: [], hiddenPipelines: [] },
    } satisfies Partial<Actor>,
  }) as never

const asked = vi.fn(() => Promise.reject(new Error('the database was asked')))
const ALL: View = { items: undefined, withRecords: false }
const idLine = /^id: (\S+)$/gm

test('what is open to everyone is made ready once for all who listen, without asking the database', async () => {
  const stretch: Stretch = { after: 0, until: 3, lines: [line(1, 'deal'), line(2, 'person'), line(3, 'deal')] }
  const encoding = vi.spyOn(TextEncoder.prototype, 'encode')
  const readers = Array.from({ length: 20 }, (_, nr) => reader(nr % 5, nr % 5 < 2))

  const pieces = await Promise.all(readers.map(crm => liveEvents(crm, stretch, ALL, asked)))

  expect(new Set(pieces).size).toBe(5)
  // The events twice (all but the last, and the last), and an id for each of the five.
  expect(encoding).toHaveBeenCalledTimes(2 + 5)
  encoding.mockRestore()
  expect(asked).not.toHaveBeenCalled()
  const texts = pieces.map(piece => Buffer.from(piece?.plain() ?? []).toString())
  expect(new Set(texts.map(text => text.replace(idLine, ''))).size).toBe(1)
  expect(new Set(texts.map(text => text.match(idLine)?.join())).size).toBe(5)
  expect(texts[0]?.split('\n\n').map(event => event.match(/^id/m)?.[0])).toEqual([
    undefined,
    undefined,
    'id',
    undefined,
  ])
})

test('whoever may see less, or asked for less, is not given what was made for others', async () => {
  const lines = [line(1, 'deal'), line(2, 'deal', false), line(3, 'person')]
  const stretch: Stretch = { after: 0, until: 3, lines }
  const whole = await liveEvents(reader(1, true), stretch, ALL, asked)
  expect(told(whole?.plain())).toEqual(['deal 1', 'deal 2', 'person 3'])

  const contacts = await liveEvents(reader(1, true, ['contacts:read']), stretch, ALL, asked)
  const deals = await liveEvents(reader(1, true), stretch, { ...ALL, items: ['deal'] }, asked)
  const none = await liveEvents(reader(1, true), stretch, { ...ALL, items: ['lead'] }, asked)

  expect(told(contacts?.plain())).toEqual(['person 3'])
  expect(told(deals?.plain())).toEqual(['deal 1', 'deal 2'])
  expect(none).toBeUndefined()
  await expect(liveEvents(reader(2, false), stretch, ALL, asked)).rejects.toThrow('the database was asked')
  await expect(liveEvents(reader(1, true), stretch, { ...ALL, withRecords: true }, asked)).rejects.toThrow('asked')
})

function told(bytes: Uint8Array | undefined): string[] {
  const events = Buffer.from(bytes ?? [])
    .toString()
    .matchAll(/^data: (.*)$/gm)
  return [...events].map(([, data = '']) => JSON.parse(data)).map(({ item, item_id }) => `${item} ${item_id}`)
}
