import { expect, test } from 'vitest'
import { readRecipient } from './recipient.ts'

const LEAD = '0b7c2f60-2f4e-11ef-9a3a-5b1d2c3e4f50'

test.each([
  ['acme@crm.example', { companyDomain: 'acme' }],
  ['my-company@anything.at.all', { companyDomain: 'my-company' }],
  ['ACME+Deal42@CRM.example', { companyDomain: 'acme', dealId: 42 }],
  [`acme+lead${LEAD}@crm.example`, { companyDomain: 'acme', leadId: LEAD }],
  [`acme+LEAD${LEAD.toUpperCase()}@crm.example`, { companyDomain: 'acme', leadId: LEAD }],
  ['acme+person7@crm.example', { companyDomain: 'acme' }],
])('%s stands for %j', (address, expected) => {
  expect(readRecipient(address)).toEqual(expected)
})

test.each([
  '',
  'acme',
  '@crm.example',
  'acme@',
  '+deal42@crm.example',
  'acme+@crm.example',
  'acme+deal@crm.example',
  'acme+deal42x@crm.example',
  'acme+deal-42@crm.example',
  `acme+deal${'9'.repeat(16)}@crm.example`,
  'acme+lead42@crm.example',
  'acme+deal1+deal2@crm.example',
  'acme+other@crm.example',
  'acme@crm.example@elsewhere.example',
])('%j stands for nothing', address => {
  expect(readRecipient(address)).toBeUndefined()
})
