import { expect } from 'vitest'
import type { TestUser } from './startTestCrm.ts'

/** A custom field of a company, made the way a user makes it: with the answer, its server knows it. */
export async function addField(
  admin: TestUser,
  entity: 'deal' | 'person' | 'organization' | 'product' | 'project',
  type: string,
  options?: readonly string[],
): Promise<{ key: string; options: readonly { id: number; label: string }[] }> {
  const made = await admin.call('POST', `/v2/${entity}Fields`, {
    field_name: `Own ${type}`,
    field_type: type,
    ...(options && { options: options.map(label => ({ label })) }),
  })
  expect(made.body).toMatchObject({ success: true })
  return { key: made.body.data.field_code, options: made.body.data.options ?? [] }
}
