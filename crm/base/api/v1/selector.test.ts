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
  const answer = (pathname: string, data: unknown) => {
    const shownAs = selecting({} as Envelope).shownAs?.({ pathname } as Call)
    return shownAs ? shownAs(JSON.stringify(data)) : 'all of it'
  }

  test('has the selected fields of each record', () => {
    const deals = [{ id: 1, title: 'a', value: 2 }, { id: 2, title: 'b' }, null]
    expect(answer('/v1/deals:(title, id)', deals)).toBe('[{"id":1,"title":"a"},{"id":2,"title":"b"},null]')
    expect(answer('/v1/deals/1:(id)', deals[0])).toBe('{"id":1}')
    expect(answer('/v1/deals%3A%28id%29', deals[0])).toBe('{"id":1}')
    expect(answer('/v1/deals%3A%28id%2Ctitle%29', deals[0])).toBe('{"id":1,"title":"a"}')
    expect(answer('/v1/deals/1:(nothing,constructor)', deals[0])).toBe('{}')
    expect(answer('/v1/deals/1:()', deals[0])).toBe('{}')
    expect(answer('/v1/deals/1:(id)', 'text')).toBe('"text"')
  })

  test('is whole without a selector', () => {
    expect(answer('/v1/deals', { id: 1, title: 'a' })).toBe('all of it')
    expect(answer('/v1/deals(id)', { id: 1, title: 'a' })).toBe('all of it')
  })
})
