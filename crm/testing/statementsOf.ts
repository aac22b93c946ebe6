import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from '@portico/kit/database/sql'
import { vi } from 'vitest'
import type { TestCrm } from './startTestCrm.ts'

/**
 * The texts of the statements that some work sends through the CRM's database, in their order. Only what the work itself
 * does is noted, so it has to run in this process: `crm.answer(…)`, not a call to the port.
 */
export async function statementsOf(crm: TestCrm, work: () => Promise<unknown>): Promise<string[]> {
  const within = new AsyncLocalStorage<string[]>()
  const spies = (['read', 'write', 'statement'] as const).map(way => {
    const real = crm.database[way]
    const noting = (use: (sql: Sql) => Promise<unknown>) => {
      const noted = within.getStore()
      return noted ? real(sql => use(notingSql(sql, noted))) : real(use)
    }
    // Each way is generic in what the work gives back, which a spy cannot say.
    return vi.spyOn(crm.database, way).mockImplementation(noting as never)
  })
  const noted: string[] = []
  try {
    await within.run(noted, work)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return noted
}

function notingSql(sql: Sql, noted: string[]): Sql {
  return new Proxy(sql, {
    apply(target, self, given: [TemplateStringsArray, ...unknown[]]) {
      noted.push(given[0].join('?'))
      return Reflect.apply(target, self, given)
    },
  })
}
