import { expect, test } from 'vitest'
import { formBody } from './formBody.ts'

const read = (text: string) => formBody(new URLSearchParams(text))

test.each([
  ['a=1', { a: '1' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a=1&a[]=2', { a: ['1', '2'] }],
  ['a[]=1', { a: '1' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[0]=1', { a: ['1'] }],
  ['a[1]=b&a[0]=a', { a: ['a', 'b'] }],
  ['a[2]=c&a[10]=k', { a: ['c', 'k'] }],
  ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
  ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
  ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
  ['a%5B0%5D=1', { a: ['1'] }],
  ['constructor=x&toString[a]=y', { constructor: 'x', toString: { a: 'y' } }],
  ['', {}],
])('%s is read', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  ['a[b', 'brackets have to be closed'],
  ['a[b]c=1', 'nothing follows them'],
  ['a]=1', undefined],
  ['[a]=1', 'brackets have to be closed'],
  ['a[[b]]=1', 'brackets have to be closed'],
  ['a=1&a[b]=2', 'a[b] is given in two ways'],
  ['a[b]=2&a=1', 'a is given in two ways'],
  ['a[0]=1&a[b]=2', 'a has numbers and names in brackets'],
  ['a[][b]=1', 'a[][b] leaves open which entry is meant'],
  ['a[1][2][3][4][5][6]=1', 'more than 5 brackets'],
  ['a[__proto__]=1', '__proto__ is not a field'],
  ['__proto__=1', '__proto__ is not a field'],
])('%s', (text, problem) => {
  if (problem === undefined) expect(read(text)).toEqual({ 'a]': '1' })
  else expect(() => read(text)).toThrow(problem)
})
