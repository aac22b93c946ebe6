import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../base/limits/atRest.ts'
import {
  type Delivered,
  deliveryOf,
  ingestKey,
  isOnOtherRecord,
  mayTakeLink,
  messageTime,
  readMimeId,
  readParties,
  readSubject,
  referredIds,
  sameMessage,
  snippetOf,
} from './rules.ts'

describe('two deliveries are one message', () => {
  const message = {
    messageId: '<a@b>',
    digest: 'one',
    from: [{ name: '', address: 'Ann@b.co' }],
    sentAt: new Date('2026-01-01T00:00:00Z'),
  }

  test('by id, first sender and date, whatever its bytes', () => {
    const again = { ...message, digest: 'two', messageId: ' <a@b> ', from: [{ name: 'Ann', address: 'ann@B.co' }] }
    expect(ingestKey(again)).toBe(ingestKey(message))
    expect(ingestKey(message)).toMatch(/^id:[0-9a-f]{64}$/)
  })

  test('another id, sender or date is another message', () => {
    const others = [
      { ...message, messageId: '<c@b>' },
      { ...message, from: [{ name: '', address: 'bob@b.co' }] },
      { ...message, from: [] },
      { ...message, sentAt: new Date('2026-01-01T00:00:01Z') },
      { ...message, sentAt: null },
    ]
    expect(new Set([message, ...others].map(ingestKey)).size).toBe(others.length + 1)
  })

  test('by its bytes where it has no id', () => {
    expect(ingestKey({ ...message, messageId: null })).toBe('raw:one')
    expect(ingestKey({ ...message, messageId: 'two words' })).toBe('raw:one')
  })
})

test('how a message comes in says which record it was sent to', () => {
  expect(deliveryOf('imap', { dealId: 4 })).toBe('imap')
  expect(deliveryOf('dropbox', {})).toBe('dropbox')
  expect(deliveryOf('dropbox', { dealId: 4 })).toBe('dropbox/deal/4')
  expect(deliveryOf('dropbox', { leadId: 'x' })).toBe('dropbox/lead/x')
})

describe('which message stands for a new delivery', () => {
  const there = (changes: Partial<Delivered> = {}): Delivered => ({
    messageId: 1,
    threadId: 1,
    delivery: 'imap',
    shared: false,
    deal_id: null,
    lead_id: null,
    ...changes,
  })

  test('none where there is none', () => expect(sameMessage([], 'imap', {})).toBeUndefined())

  test('the one that came the same way', () => {
    const same = there({ messageId: 2, delivery: 'dropbox' })
    expect(sameMessage([there(), same], 'dropbox', {})).toEqual({ ...same, needsLink: false })
  })

  test('for a mailbox any; for the drop-box one that others see', () => {
    const other = there({ delivery: 'written' })
    expect(sameMessage([other], 'imap', {})).toEqual({ ...other, needsLink: false })
    expect(sameMessage([other], 'dropbox', {})).toBeUndefined()
    const seen = there({ messageId: 3, shared: true })
    expect(sameMessage([other, seen], 'dropbox', {})).toEqual({ ...seen, needsLink: false })
  })

  test('a private one in the thread that it answers', () => {
    expect(sameMessage([there({ threadId: 7 })], 'dropbox', {}, 7)).toMatchObject({ threadId: 7 })
    expect(sameMessage([there({ threadId: 7 })], 'dropbox', {}, 8)).toBeUndefined()
  })

  test('not one on another record; one on none takes the record', () => {
    const onDeal = there({ shared: true, deal_id: 4 })
    expect(sameMessage([onDeal], 'dropbox/deal/5', { dealId: 5 })).toBeUndefined()
    expect(sameMessage([onDeal], 'dropbox/deal/4', { dealId: 4 })).toEqual({ ...onDeal, needsLink: false })
    const free = there({ shared: true })
    expect(sameMessage([free], 'dropbox/deal/4', { dealId: 4 })).toEqual({ ...free, needsLink: true })
  })
})

test.each([
  [{ deal_id: null, lead_id: null }, { dealId: 1 }, false, true],
  [{ deal_id: 1, lead_id: null }, { dealId: 1 }, false, false],
  [{ deal_id: 2, lead_id: null }, { dealId: 1 }, true, false],
  [{ deal_id: null, lead_id: 'a' }, { dealId: 1 }, true, false],
  [{ deal_id: null, lead_id: null }, { leadId: 'a' }, false, true],
  [{ deal_id: null, lead_id: 'a' }, { leadId: 'a' }, false, false],
  [{ deal_id: null, lead_id: 'b' }, { leadId: 'a' }, true, false],
  [{ deal_id: 1, lead_id: null }, { leadId: 'a' }, true, false],
  [{ deal_id: 1, lead_id: null }, {}, false, false],
  [{ deal_id: null, lead_id: null }, {}, false, false],
])('a thread on %j and a message for %j', (thread, link, isElsewhere, takesLink) => {
  expect(isOnOtherRecord(thread, link)).toBe(isElsewhere)
  expect(mayTakeLink(thread, link)).toBe(takesLink)
})

test('an id is one word of at most 996 characters', () => {
  expect(readMimeId(' <a@b>\n')).toBe('<a@b>')
  expect(readMimeId('x'.repeat(996))).toHaveLength(996)
  for (const none of [null, '', '  ', 'a b', 'x'.repeat(997)]) expect(readMimeId(none)).toBeNull()
})

test('the ids a message refers to: what it answers first, then the nearest, a hundred of them, each once', () => {
  expect(referredIds({ inReplyTo: '<c>', references: ['<a>', 'not one', '<b>', '<c>'] })).toEqual(['<c>', '<b>', '<a>'])
  expect(referredIds({ inReplyTo: null, references: [] })).toEqual([])
  const many = Array.from({ length: 150 }, (_, nr) => `<${nr}>`)
  const ids = referredIds({ inReplyTo: null, references: many })
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, '<149>', '<50>'])
})

test('a message of the future, of 1970 or without a date is of now', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const past = new Date(now.getTime() - 1)
  expect(messageTime(past, now)).toBe(past)
  expect(messageTime(new Date(1), now)).toEqual(new Date(1))
  for (const odd of [null, new Date(now.getTime()), new Date(now.getTime() + 1), new Date(0), new Date(-5)])
    expect(messageTime(odd, now)).toBe(now)
})

describe('the parties of a message', () => {
  const nobody = { from: [], to: [], cc: [], bcc: [], replyTo: [] }
  const party = (address: string, name = '') => ({ address, name })

  test('have roles, and are trimmed', () => {
    const { parties, defects } = readParties({
      from: [party(' a@b ', ' Ann ')],
      replyTo: [party('r@b')],
      to: [party('t@b')],
      cc: [party('c@b')],
      bcc: [party('x@b', 'n'.repeat(300))],
    })
    expect(parties.map(({ role, address }) => [role, address])).toEqual([
      ['from', 'a@b'],
      ['reply_to', 'r@b'],
      ['to', 't@b'],
      ['cc', 'c@b'],
      ['bcc', 'x@b'],
    ])
    expect(parties[0]?.name).toBe('Ann')
    expect(parties[4]?.name).toHaveLength(255)
    expect(defects).toEqual([])
  })

  test('without a usable address are left out, and that is said', () => {
    const { parties, defects } = readParties({
      ...nobody,
      to: [party('  '), party('x'.repeat(321)), party('y'.repeat(320))],
    })
    expect(parties.map(({ address }) => address)).toEqual(['y'.repeat(320)])
    expect(defects).toEqual(['2 parties without a usable address'])
  })

  test('beyond the limit are left out, and that is said', () => {
    const full = Array.from({ length: LIMITS.mailParties }, () => party('a@b'))
    expect(readParties({ ...nobody, to: full }).defects).toEqual([])
    const { parties, defects } = readParties({ ...nobody, to: [...full, party('c@d')] })
    expect(parties).toHaveLength(LIMITS.mailParties)
    expect(defects).toEqual(['1 parties more than are kept'])
  })
})

test('a snippet is the beginning as one line, by whole characters', () => {
  expect(snippetOf('  Dear\n\n  Ann ')).toBe('Dear Ann')
  expect(snippetOf('x'.repeat(225))).toHaveLength(225)
  expect(snippetOf(`${'x'.repeat(224)}😀yy`)).toBe(`${'x'.repeat(224)}😀`)
  expect(snippetOf(`${' '.repeat(900)}late`)).toBe('')
})

test('a subject is one line of bounded length', () => {
  expect(readSubject(' Re:\tall \n of it ')).toBe('Re: all of it')
  expect(readSubject('x'.repeat(LIMITS.mailSubjectCharacters + 1))).toHaveLength(LIMITS.mailSubjectCharacters)
})
