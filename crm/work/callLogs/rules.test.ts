import { expect, test } from 'vitest'
import { type CallLogInput, checkRecording, decideDuration } from './rules.ts'

const call = (changes: Partial<CallLogInput>): CallLogInput => ({
  deal_id: null,
  lead_id: null,
  person_id: null,
  org_id: null,
  outcome: 'connected',
  to_phone_number: '+1',
  from_phone_number: null,
  start_time: new Date('2026-01-01T10:00:00.000Z'),
  end_time: new Date('2026-01-01T10:01:30.400Z'),
  duration: null,
  user_id: null,
  activity_id: null,
  subject: null,
  note: null,
  ...changes,
})

test('a call takes as long as was said, or as lies between its ends, in seconds', () => {
  expect(decideDuration(call({}))).toBe(90)
  expect(decideDuration(call({ duration: 0 }))).toBe(0)
  expect(decideDuration(call({ duration: 77 }))).toBe(77)
  expect(decideDuration(call({ end_time: call({}).start_time }))).toBe(0)
})

test('invalid when it ends before it begins', () => {
  const end_time = new Date('2026-01-01T09:59:59.999Z')
  expect(() => decideDuration(call({ end_time, duration: 5 }))).toThrow(
    expect.objectContaining({ code: 'invalid', details: { field: 'end_time' } }),
  )
})

test.each([
  'audio/mpeg',
  'video/mp4',
  'application/octet-stream',
  'text/image/png',
  '',
])('%j may be a recording', type => expect(() => checkRecording(type)).not.toThrow())

test.each(['image/png', 'application/pdf', 'application/octet'])('%s is none', type =>
  expect(() => checkRecording(type)).toThrow(expect.objectContaining({ code: 'invalid', details: { field: 'file' } })))
