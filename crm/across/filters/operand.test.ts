import { expect, test } from 'vitest'
import type { Field } from '../../base/fields/catalog.ts'
import { addField } from '../../testing/addField.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { operandOf } from './operand.ts'

const crm = await startTestCrm()
const { owner } = crm

test('a rare value of a custom field is found by its index', async () => {
  const { key } = await addField(owner, 'organization', 'varchar')
  await crm.sql`
    insert into crm.organization (company_id, name, owner_id, visible_to, custom)
    select ${owner.companyId}, 'Firm ' || n, ${owner.userId}, 7, jsonb_build_object(${key}::text, 'value ' || n)
    from generate_series(1, 5000) n`
  await crm.sql`analyze crm.organization`
  const field = { key, type: 'varchar', isCustom: true } as Field
  const holds = operandOf('organization', field, 'o')?.contains?.('value 77')

  const plan = await crm.sql`
    explain select o.id from crm.organization o where o.company_id = ${owner.companyId} and ${holds ?? null}
    order by o.id limit 100`

  expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain('organization_custom')
})
