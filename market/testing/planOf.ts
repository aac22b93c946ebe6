import type { Sql } from '@portico/kit/database/sql'
import type { TestMarket } from './openTestMarket.ts'

/** A step of how PostgreSQL has run a statement. */
export interface PlanStep {
  /** Such as `Index Scan`. */
  type: string
  table: string | undefined
  index: string | undefined
  /** How many rows it gave, all loops together. */
  rows: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** How the one statement of some work is run: it is explained in its place, so the work gets a plan for an answer. */
export async function planOf({ database }: TestMarket, work: (sql: Sql) => Promise<unknown>): Promise<PlanStep[]> {
  let plan: Promise<{ 'QUERY PLAN': { Plan: Node }[] }[]> | undefined
  await database.read(async sql => {
    const explaining = new Proxy(sql, {
      apply(target, self, [texts, ...values]: [TemplateStringsArray, ...unknown[]]) {
        const explained = [`explain (analyze, format json) ${texts[0]}`, ...texts.slice(1)]
        const sent = Reflect.apply(target, self, [Object.assign(explained, { raw: explained }), ...values])
        plan = Promise.resolve(sent)
        return plan
      },
    })
    await work(explaining)
  })
  const [row] = (await plan) ?? []
  return row ? row['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan)) : []
}

function stepsOf(node: Node): PlanStep[] {
  const step = {
    type: node['Node Type'],
    table: node['Relation Name'],
    index: node['Index Name'],
    rows: node['Actual Rows'] * node['Actual Loops'],
  }
  return [step, ...(node.Plans ?? []).flatMap(stepsOf)]
}
