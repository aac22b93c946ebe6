import { expect, test } from 'vitest'
import { checkPlaces, NO_LINKS, PINS } from './rules.ts'

const refused = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })

test.each(PINS)('%s needs %s, before or with the write', (flag, link) => {
  const value = link === 'lead_id' ? 'a-lead' : 4
  const elsewhere = link === 'deal_id' ? { person_id: 5 } : { deal_id: 5 }

  expect(() => checkPlaces(NO_LINKS, { [link]: value })).not.toThrow()
  expect(() => checkPlaces(NO_LINKS, { [link]: value, [flag]: true })).not.toThrow()
  expect(() => checkPlaces({ ...NO_LINKS, [link]: value }, { [flag]: true })).not.toThrow()
  expect(() => checkPlaces({ ...NO_LINKS, ...elsewhere }, { [flag]: false })).not.toThrow()
  expect(() => checkPlaces({ ...NO_LINKS, ...elsewhere }, { [flag]: true })).toThrow(refused(flag))
  expect(() => checkPlaces({ ...NO_LINKS, ...elsewhere, [link]: value }, { [flag]: true, [link]: null })).toThrow(
    refused(flag),
  )
})

test('a note is on a record', () => {
  expect(() => checkPlaces({ ...NO_LINKS, org_id: 1 }, { content: 'x' })).not.toThrow()
  expect(() => checkPlaces(NO_LINKS, { content: 'x' })).toThrow(refused('deal_id'))
  expect(() => checkPlaces({ ...NO_LINKS, org_id: 1 }, { org_id: null })).toThrow(refused('deal_id'))
})
