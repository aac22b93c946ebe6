import type { Call, Envelope } from '@portico/kit/api/api'
import { describe, expect, test } from 'vitest'
import { selecting, withoutSelector } from './selector.ts'

describe('a path', () => {
  test.each([
    ['/deals:(id,title)', '/deals'],
    ['/deals:(id, title)', '/deals'],
    ['/deals/5:(id)', '/deals/5'],
    ['/deals%3A%28id%2Ctitle%29', '/deals'],
    ['/deals:%28id,%20title%29', '/deals'],
    ['/deals%3a%28id%2ctitle%29', '/deals'],
    ['/deals:()', '/deals'],
    ['/deals/a%20b:(id)', '/deals/a b'],
  ])('%s is %s without its selector', (path, plain) => {
    expect(withoutSelector(path)).toBe(plain)
  })

  test.each([
    '/deals',
    '/deals/%3A5',
    '/deals%29/5',
    '/deals:(id',
    '/deals(id)',
    '/deals:(id)/5',
    '/a%20b',
  ])('%s has none', path => {
    expect(withoutSelector(path)).toBe(path)
  })
})

describe('an answer', () => {
  const envelope = {
    body: (data: string, beside: object) => `${data} ${JSON.stringify(beside)}`,
  } as unknown as Envelope
  const answer = (pathname: string, data: unknown) =>
    selecting(envelope).body(JSON.stringify(data), { more: 1 }, {} as never, { pathname } as Call)

  test('has the selected fields of each record', () => {
    const deals = [{ id: 1, title: 'a', value: 2 }, { id: 2, title: 'b' }, null]
    expect(answer('/v1/deals:(title, id)', deals)).toBe('[{"id":1,"title":"a"},{"id":2,"title":"b"},null] {"more":1}')
    expect(answer('/v1/deals/1:(id)', deals[0])).toBe('{"id":1} {"more":1}')
    expect(answer('/v1/deals%3A%28id%29', deals[0])).toBe('{"id":1} {"more":1}')
    expect(answer('/v1/deals%3A%28id%2Ctitle%29', deals[0])).toBe('{"id":1,"title":"a"} {"more":1}')
    expect(answer('/v1/deals/1:(nothing,constructor)', deals[0])).toBe('{} {"more":1}')
    expect(answer('/v1/deals/1:()', deals[0])).toBe('{} {"more":1}')
    expect(answer('/v1/deals/1:(id)', 'text')).toBe('"text" {"more":1}')
  })

  test('is whole without a selector', () => {
    expect(answer('/v1/deals', { id: 1, title: 'a' })).toBe('{"id":1,"title":"a"} {"more":1}')
    expect(answer('/v1/deals(id)', { id: 1, title: 'a' })).toBe('{"id":1,"title":"a"} {"more":1}')
  })
})
