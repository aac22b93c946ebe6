import { expect, test } from 'vitest'
import { isImportant, isRequired } from './demands.ts'

const field = { field_code: 'k', field_name: 'K', field_type: 'varchar', is_custom_field: true, options: null }
const record = { id: 1, stage_id: 2, pipeline_id: 1, status: 'open' }

test('a field is required always, in its stages, or in its statuses of a pipeline', () => {
  const required = (required_fields: object) => isRequired({ ...field, required_fields } as never, record)
  expect(isRequired(field, record)).toBe(false)
  expect(required({ enabled: false })).toBe(false)
  expect(required({ enabled: true })).toBe(true)
  expect(required({ enabled: true, stage_ids: [2], statuses: {} })).toBe(true)
  expect(required({ enabled: true, stage_ids: [3], statuses: {} })).toBe(false)
  expect(required({ enabled: true, stage_ids: [], statuses: { 1: ['open'] } })).toBe(true)
  expect(required({ enabled: true, stage_ids: [], statuses: { 1: ['won'], 2: ['open'] } })).toBe(false)
})

test('a field is important everywhere, or in its stages', () => {
  expect(isImportant({ ...field, important_fields: { enabled: true, stage_ids: [] } }, record)).toBe(true)
  expect(isImportant({ ...field, important_fields: { enabled: true, stage_ids: [5] } }, record)).toBe(false)
  expect(isImportant({ ...field, important_fields: { enabled: false } }, record)).toBe(false)
})
