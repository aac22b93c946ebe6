import { afterAll, expect, inject, test } from 'vitest'
import { connect } from './connect.ts'
import { assignments, columnsOf, dependingOnValues, fragment, joined, plainText, valuesOf } from './sql.ts'

const sql = connect(inject('postgresUrl'))
afterAll(() => sql.end())

test('pieces become part of a statement, their values in order', async () => {
  const condition = fragment`n > ${2} and ${joined([fragment`n < ${5}`, fragment`n <> ${plainText('4')}`], ' and ')}`

  const rows =
    await sql`select n, ${'a'}::text as word from generate_series(1, ${10}::int) n where ${condition} limit ${1}`

  expect(rows).toEqual([{ n: 3, word: 'a' }])
})

test('the same place in the code asks in many ways, each with its own text', async () => {
  const asked = (pieces: readonly ReturnType<typeof fragment>[], first: unknown) =>
    sql`select 0 + ${first as number}::int as first, ${joined(pieces, ', ')} as rest`
  const [two, three] = [fragment`${2}::int`, fragment`3`]

  for (let time = 0; time < 2; time++) {
    expect(await asked([two], 1)).toEqual([{ first: 1, rest: 2 }])
    expect(await asked([three], 1)).toEqual([{ first: 1, rest: 3 }])
    expect(await asked([two], fragment`${4}`)).toEqual([{ first: 4, rest: 2 }])
    expect(await sql`select 0 + ${joined([], ', ')} ${1}::int as alone`).toEqual([{ alone: 1 }])
    for (let way = 0; way < 40; way++)
      expect(await asked([fragment`(select ${way}::int from (select) ${fragment(`t${way}`)})`], 1)).toEqual([
        { first: 1, rest: way },
      ])
  }
})

test('names are quoted, whatever is in them', async () => {
  const name = 'an "odd" name; --'

  const [row] = await sql`select 1 as ${sql(name)}`

  expect(row).toEqual({ [name]: 1 })
})

test('rows are written, taken from another one and changed', async () => {
  await sql.begin(async own => {
    await own`create temporary table thing (id int, name text, parts int[], facts jsonb) on commit drop`
    await own`insert into thing ${own([
      { id: 1, name: 'one', parts: [1], facts: { a: 1 } },
      { id: 2, name: null, parts: [], facts: {} },
    ])}`
    const copy = { name: 'copy', parts: [2, 3] }
    await own`insert into thing (${columnsOf(copy)}, id) select ${valuesOf(copy)}, id + ${10} from thing where id = ${1}`
    await own`update thing set ${assignments({ name: 'two', facts: fragment`facts || ${JSON.stringify({ b: 2 })}::text::jsonb` })} where id = 2`

    expect(await own`select * from thing order by id`).toEqual([
      { id: 1, name: 'one', parts: [1], facts: { a: 1 } },
      { id: 2, name: 'two', parts: [], facts: { b: 2 } },
      { id: 11, name: 'copy', parts: [2, 3], facts: null },
    ])
  })
})

test('columns are quoted wherever rows are written, whatever is in their names', async () => {
  const hostile = 'a" = 1; drop table oddity; --.b'
  await sql.begin(async own => {
    await own.unsafe(`create temporary table oddity (id int, "${hostile.replaceAll('"', '""')}" text) on commit drop`)
    const row = { [hostile]: 'x', id: 1 }

    await own`insert into oddity ${own(row)}`
    await own`insert into oddity (${columnsOf(row)}) values (${valuesOf({ [hostile]: 'y', id: 2 })})`
    await own`update oddity set ${assignments({ [hostile]: 'z' })} where id = 2`

    expect(await own`select * from oddity order by id`).toEqual([row, { [hostile]: 'z', id: 2 }])
  })
})

test('a statement is sent once, however often it is waited for', async () => {
  const statement = sql`select gen_random_uuid() as id`

  expect(await statement).toEqual(await statement)
})

test('a fragment can be promised: waiting for it gives the fragment, not an answer', async () => {
  const promised = async () => fragment`${7}::int`

  expect(await sql`select 1 + ${await promised()} as n`).toEqual([{ n: 8 }])
})

test('a statement to be planned freshly is never prepared, another is', async () => {
  for (let run = 0; run < 3; run++) {
    expect(await sql<{ fresh: number }[]>`select ${run}::int as fresh`.freshlyPlanned()).toEqual([{ fresh: run }])
    expect(await sql`select ${run}::int as kept`).toEqual([{ kept: run }])
  }

  const prepared = await sql`select statement from pg_prepared_statements where statement like 'select $1::int%'`

  expect(prepared.map(row => row.statement)).toEqual(['select $1::int as kept'])
})

test('nor is one with a condition somewhere in it that depends on its values', async () => {
  for (let run = 0; run < 3; run++) {
    const deep = fragment`(select ${dependingOnValues(fragment`${run}::int`)})`
    expect(await sql`select 0 + ${fragment`${deep} + ${0}`} as deep`).toEqual([{ deep: run }])
  }

  expect(
    await sql`select from pg_prepared_statements where statement like 'select 0 + (select $1::int) + $2 as deep'`,
  ).toEqual([])
})
