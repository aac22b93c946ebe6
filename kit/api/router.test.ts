import { expect, test } from 'vitest'
import { toyApi, toyOperations } from '../testing/toyApi.ts'
import { routerOf } from './router.ts'
import { serveApi } from './serveApi.ts'

test('start-up refuses two operations that answer the same URL', () => {
  const [first] = toyOperations
  if (!first) throw new Error('the toy has operations')
  const twin = { ...first, path: '/things/{other}' }

  expect(() => routerOf([first, twin])).toThrow('Two operations answer GET /things/{}')
})

test('start-up refuses a scope nobody knows', () => {
  expect(() => serveApi({ ...toyApi(), scopes: {} })).toThrow('names an unknown scope: things')
})

test('a fixed segment goes before a parameter, which still answers what lies below it', () => {
  const [thing] = toyOperations
  if (!thing) throw new Error('the toy has operations')
  const at = (path: string) => ({ ...thing, name: path, path })
  const router = routerOf([at('/things/{id}'), at('/things/recent'), at('/things/{thing}/parts/{part}')])
  const found = (path: string) => {
    const { operation, params } = router.find('GET', path)
    return [operation.name, params]
  }

  expect(found('/things/recent')).toEqual(['/things/recent', {}])
  expect(found('/things/7')).toEqual(['/things/{id}', { id: '7' }])
  expect(found('/things/recent/parts/2')).toEqual(['/things/{thing}/parts/{part}', { thing: 'recent', part: '2' }])
  expect(() => router.find('GET', '/things//parts/2')).toThrow('nothing at')
  expect(() => router.find('POST', '/things/recent')).toThrow('only GET')
})

test('what was tried in vain leaves nothing in the parameters', () => {
  const [thing] = toyOperations
  if (!thing) throw new Error('the toy has operations')
  const at = (path: string) => ({ ...thing, name: path, path })
  const router = routerOf([at('/things/{id}/parts'), at('/{kind}/{id}/files')])

  expect(router.find('GET', '/things/7/files').params).toEqual({ kind: 'things', id: '7' })
})

test('405 with the methods that are possible, 404 where there are none; HEAD is answered as GET', () => {
  const [thing] = toyOperations
  if (!thing) throw new Error('the toy has operations')
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const all = routerOf(methods.map(method => ({ ...thing, path: '/things', method })))
  const deletable = routerOf([{ ...thing, path: '/things', method: 'DELETE' as const }])

  expect(all.find('HEAD', '/things').operation.method).toBe('GET')
  expect(() => all.find('OPTIONS', '/things')).toThrow(
    expect.objectContaining({ code: 'method', details: { allowed: methods } }),
  )
  expect(() => deletable.find('HEAD', '/things')).toThrow(
    expect.objectContaining({ code: 'method', details: { allowed: ['DELETE'] } }),
  )
  expect(() => deletable.find('GET', '/others', '/api/others')).toThrow(
    expect.objectContaining({ code: 'missing', message: 'There is nothing at /api/others' }),
  )
})

test('parameters are decoded, and a broken encoding is refused', () => {
  const router = routerOf(toyOperations)

  expect(router.find('GET', '/things/a%20b').params).toEqual({ id: 'a b' })
  expect(() => router.find('GET', '/things/%zz')).toThrow('percent-encoded')
})
