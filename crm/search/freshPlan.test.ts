import { connect } from '@portico/kit/connect'
import { expect, inject, test } from 'vitest'
import { freshPlan } from './freshPlan.ts'

test('a query with a fresh plan is never prepared, another is', async () => {
  const sql = connect(inject('postgresUrl'))
  try {
    for (let run = 0; run < 3; run++) {
      expect(await freshPlan(sql<{ fresh: number }[]>`select ${run}::int as fresh`)).toEqual([{ fresh: run }])
      expect(await sql`select ${run}::int as kept`).toEqual([{ kept: run }])
    }

    const prepared = await sql`select statement from pg_prepared_statements where statement like 'select $1::int%'`

    expect(prepared.map(row => row.statement)).toEqual(['select $1::int as kept'])
  } finally {
    await sql.end()
  }
})
