import { createHash } from 'node:crypto'
import type { MigrationStep } from '@portico/kit/database/migrate'
import { REFERENCE_RATES } from './referenceRates.ts'

const CODES = [...REFERENCE_RATES.keys()]
const RATES = [...REFERENCE_RATES.values()]

/** Gives every company the reference rates that a new version brought. New companies are made with them. */
export const referenceRatesStep: MigrationStep = {
  name: 'reference rates',
  digest: createHash('sha256')
    .update(JSON.stringify([CODES, RATES]))
    .digest('hex'),
  async run(sql) {
    await sql`
      /* all companies: reference rates come with the product */
      update crm.currency set reference_rate = null where reference_rate is not null and code <> all(${CODES}::text[])`
    await sql`
      /* all companies: reference rates come with the product */
      update crm.currency m set reference_rate = given.rate
      from unnest(${CODES}::text[], ${RATES}::numeric[]) given (code, rate)
      where m.code = given.code and m.reference_rate is distinct from given.rate`
  },
}
