import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, folded, icalendar } from './icalendar.ts'

const EVENT: CalendarEvent = {
  id: 7,
  version: 3,
  subject: 'Call',
  type: 'Call',
  due_date: '2026-10-25',
  due_time: '003000',
  minutes: 90,
  done: false,
  busy: true,
  add_time: new Date('2026-10-01T08:00:00Z'),
  update_time: new Date('2026-10-02T09:10:11Z'),
  location: null,
  description: null,
  deal_id: null,
  deal_title: null,
  person_name: null,
  org_name: null,
}

const written = (...events: Partial<CalendarEvent>[]) =>
  icalendar(
    'Portico',
    events.map(event => ({ ...EVENT, ...event })),
    'https://crm.example.org',
  )

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(component => new ICAL.Event(component))
}

test('another reader finds times in UTC, whole days as dates, length, state and where to look', () => {
  const [timed, whole] = read(
    written({ deal_id: 5, deal_title: 'Fish' }, { id: 8, due_time: null, due_date: '2026-12-31', done: true }),
  )

  expect(timed?.startDate.toJSDate().toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(timed?.startDate.zone.tzid).toBe('UTC')
  expect(timed?.endDate.toJSDate().toISOString()).toBe('2026-10-25T02:00:00.000Z')
  expect(timed?.uid).toBe('activity-7@crm.example.org')
  expect(timed?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(timed?.component.getFirstPropertyValue('transp')).toBe('OPAQUE')
  expect(timed?.component.getFirstPropertyValue('url')).toBe('https://crm.example.org/app/deals/5')
  expect(timed?.description).toBe('Call\nFish')
  expect([whole?.startDate.isDate, whole?.startDate.toString(), whole?.summary]).toEqual([true, '2026-12-31', '✓ Call'])
  expect(whole?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
})

test('whatever people write is read back as it was, in lines of 75 octets', () => {
  // What a line of text can hold: no control characters.
  const words = fc.string({ unit: 'grapheme', maxLength: 200 }).map(text => text.replace(/\p{Cc}/gu, ''))
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 3 }), (subject, lines) => {
      const text = written({ subject, location: lines.join('\n') })

      const [event] = read(text)
      expect(event?.summary).toBe(subject)
      expect(event?.location ?? '').toBe(lines.join('\n'))
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }),
  )
})

test('nobody writes a line of the calendar into a subject', () => {
  const [event, ...others] = read(written({ subject: 'x\r\nEND:VEVENT\nBEGIN:VEVENT\rUID:y' }))

  expect(others).toEqual([])
  expect(event?.summary).toBe('x\nEND:VEVENT\nBEGIN:VEVENT\nUID:y')
})

test('a character of several octets is not cut', () => {
  const lines = folded(`SUMMARY:${'é'.repeat(80)}${'🐟'.repeat(40)}`).split('\r\n')

  expect(lines.length).toBeGreaterThan(4)
  expect(lines.slice(1).every(line => line.startsWith(' '))).toBe(true)
  expect(lines.join('')).not.toContain('�')
})
