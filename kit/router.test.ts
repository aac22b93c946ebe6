import { expect, test } from 'vitest'
import { routerOf } from './router.ts'
import { serveApi } from './serveApi.ts'
import { toyApi, toyOperations } from './testing/toyApi.ts'

test('start-up refuses two operations that answer the same URL', () => {
  const [first] = toyOperations
  if (!first) throw new Error('the toy has operations')
  const twin = { ...first, path: '/things/{other}' }

  expect(() => routerOf([first, twin])).toThrow('Two operations answer GET /things/{}')
})

test('start-up refuses a scope nobody knows', () => {
  expect(() => serveApi({ ...toyApi(), scopes: {} })).toThrow('names an unknown scope: things')
})

test('parameters are decoded, and a broken encoding is refused', () => {
  const router = routerOf(toyOperations)

  expect(router.find('GET', '/things/a%20b').params).toEqual({ id: 'a b' })
  expect(() => router.find('GET', '/things/%zz')).toThrow('percent-encoded')
})
