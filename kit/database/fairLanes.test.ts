import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Patience } from './laneWatch.ts'
import type { Sql } from './sql.ts'

/** A database with three lanes for writes, and transactions on it that stay open until they are let go. */
function opened(patience: Partial<Patience> = {}) {
  const database = openDatabase(inject('postgresUrl'), { lanes: 5, patience })
  onTestFinished(() => database.close())
  const begun: string[] = []
  const write = (name: string, holder?: string, meanwhile = async (_sql: Sql) => {}) => {
    let letGo = () => {}
    const freed = new Promise<void>(resolve => {
      letGo = resolve
    })
    const ended = database.write(async sql => {
      begun.push(name)
      await meanwhile(sql)
      await freed
    }, holder)
    const end = () => {
      letGo()
      return ended
    }
    return { end }
  }
  return { database, begun, write }
}

test('one holder leaves a lane to the others, whatever it asks for', async () => {
  const { database, begun, write } = opened()
  const own = ['a1', 'a2', 'a3', 'a4'].map(name => write(name, 'a'))
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2'])

  const other = write('b1', 'b')
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1'])
  await other.end()
  const [row] = await database.statement(sql => sql`select 1 as one`)

  expect(row).toEqual({ one: 1 })
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1'])
  await Promise.all(own.map(({ end }) => end()))
  expect(begun.slice(3).toSorted()).toEqual(['a3', 'a4'])
})

test('of those who wait the first that has no lane is next', async () => {
  const { begun, write } = opened()
  const [a1, a2] = [write('a1', 'a'), write('a2', 'a')]
  const b1 = write('b1', 'b')
  const waiting = [write('a3', 'a'), write('b2', 'b'), write('c1', 'c'), write('d1', 'd')]
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1'])

  await a1.end()
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1'])
  // Now it has none, and asked before the one that has none either.
  await b1.end()
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])

  await Promise.all([a2, ...waiting].map(({ end }) => end()))
  expect(begun.slice(5).toSorted()).toEqual(['a3', 'd1'])
})

test('the work of the server itself is not counted, and holds every lane', async () => {
  const { begun, write } = opened()
  const own = ['1', '2', '3'].map(name => write(name))

  await expect.poll(() => begun.toSorted()).toEqual(['1', '2', '3'])
  await Promise.all(own.map(({ end }) => end()))
})

test('the only lane there is serves one after the other', async () => {
  const database = openDatabase(inject('postgresUrl'), { lanes: 1 })
  onTestFinished(() => database.close())

  const written = Array.from({ length: 3 }, (_, n) => database.write(async () => n, 'a'))

  expect(await Promise.all(written)).toEqual([0, 1, 2])
})

test('whoever waits for writes of its own is trouble only when these are silent', async () => {
  const { database, begun, write } = opened({ trouble: 1_000 })
  let isBusy = true
  const busy = write('a1', 'a', async sql => {
    while (isBusy) await sql`select pg_sleep(0.02)`
  })
  const rest = [write('a2', 'a'), write('a3', 'a')]
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2'])

  await sleep(1_500)
  expect(database.trouble()).toBeUndefined()
  isBusy = false
  await expect.poll(() => database.trouble()).toMatch(/^no database connection for writes has answered for \d+ s$/)

  await Promise.all([busy, ...rest].map(({ end }) => end()))
  expect(database.trouble()).toBeUndefined()
})
