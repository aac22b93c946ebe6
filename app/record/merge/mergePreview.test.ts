import { expect, test } from 'vitest'
import { mergedRecord } from './mergePreview.ts'

const field = (field_code: string, is_custom_field = false) => ({
  field_code,
  field_name: field_code,
  field_type: 'varchar',
  is_custom_field,
  options: null,
})

test('the survivor keeps its values, its empty ones are filled, addresses of both stand once', () => {
  const survivor = {
    id: 1,
    name: 'Ann',
    org_id: null,
    emails: [{ value: 'ann@example.org' }],
    custom_fields: { a: 'own', b: null },
  }
  const merged = {
    id: 2,
    name: 'Anne',
    org_id: 7,
    emails: [{ value: 'ANN@example.org' }, { value: 'a@home.example' }],
    custom_fields: { a: 'other', b: 'filled' },
  }
  const fields = [field('name'), field('org_id'), field('emails'), field('a', true), field('b', true)]

  expect(mergedRecord(survivor, merged, fields)).toEqual({
    id: 1,
    name: 'Ann',
    org_id: 7,
    emails: [{ value: 'ann@example.org' }, { value: 'a@home.example' }],
    custom_fields: { a: 'own', b: 'filled' },
  })
})
