import { seedCompany, seedSize } from '@portico/crm/seed/seedCompany'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { companyOf } from './companyOf.ts'
import { progressBar } from './progress.ts'
import { withDatabase } from './withDatabase.ts'

export interface SeedOptions {
  deals: number
  seed: number
  company?: string
}

export async function seedCommand(config: Config, options: SeedOptions): Promise<void> {
  const bar = progressBar('records')
  const started = performance.now()
  const made = await withDatabase(config, async (sql, _, column) => {
    if (column) throw problem('Records are invented on one machine: run portico seed before portico distribute')
    const company = await companyOf(sql, options.company)
    bar.start(seedSize(options))
    try {
      const plan = { companyId: company.id, deals: options.deals, seed: options.seed, now: new Date() }
      const seeded = await seedCompany(sql, plan, work => sql.begin(work) as Promise<never>, bar.add)
      await sql`analyze crm.change`
      return seeded
    } finally {
      bar.stop()
    }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${made.deals} deals, ${made.persons} persons, ${made.organizations} organizations, ${made.users} users in ${seconds} s`,
  )
}
