import { expect, test } from 'vitest'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { openFieldCatalog } from './catalog.ts'

const crm = await startTestCrm()

test('another process learns of a new field, also for the leads that share it', async () => {
  const { companyId } = crm.owner
  const other = await openFieldCatalog(crm.database)
  const names = async (entity: 'deal' | 'lead') =>
    (await other.of(crm.sql, companyId, entity)).custom.map(field => field.name)
  expect(await names('deal')).toEqual([])
  expect(await names('lead')).toEqual([])

  await crm.owner.call('POST', '/v2/dealFields', { field_name: 'New', field_type: 'text' })

  await expect.poll(() => names('deal')).toEqual(['New'])
  expect(await names('lead')).toEqual(['New'])
})
