import { connect } from '@portico/kit/database/connect'
import { migrate } from '@portico/kit/database/migrate'
import { databaseForThisTest } from '@portico/kit/testing/testDatabase'
import { expect, test } from 'vitest'
import { newApiToken } from '../../base/access/apiToken.ts'
import { crmMigrations } from '../../crmMigrations.ts'
import { createCompany } from '../companies/createCompany.ts'

test('a field that a new version declares reaches the companies that are there, with its options, once', async () => {
  const url = await databaseForThisTest([crmMigrations])
  const sql = connect(url)
  const { companyId } = await createCompany(sql, {
    name: 'Older',
    domain: 'older',
    owner: { name: 'Olga', email: 'olga@example.com', passwordHash: 'none', apiToken: newApiToken() },
  })
  const fields = () => sql`
    select f.key, count(o.id)::int as options from crm.field f
    left join crm.field_option o on o.company_id = f.company_id and o.field_id = f.id
    where f.company_id = ${companyId} and f.entity = 'organization' group by f.company_id, f.id order by f.order_nr, f.key`
  const before = await fields()
  // As a version without the field left it.
  await sql`delete from crm.field where company_id = ${companyId} and key = 'industry'`
  await sql`update portico.step set digest = 'of an older version'`

  await migrate(url, [crmMigrations])

  expect(await fields()).toEqual(before)
  await sql`delete from crm.field where company_id = ${companyId} and key = 'industry'`
  await migrate(url, [crmMigrations])
  expect(await fields()).toHaveLength(before.length - 1)
  await sql.end()
})
