import { expect, test } from 'vitest'
import { filledIn, requireKnownFields } from './mergeFields.ts'

test('what is known is filled in, what is not is left out and named once', () => {
  const text = 'Dear {{person.first_name}} {{ person.last_name }}, {{deal.value}}{{deal.value}} {{constructor.name}}'
  const values = { person: { first_name: 'Ada', last_name: 'Lovelace' }, deal: { value: null } }

  expect(filledIn(text, values)).toEqual({
    text: 'Dear Ada Lovelace,  ',
    missing: ['deal.value', 'constructor.name'],
  })
})

test('merge fields that do not exist are refused, each named once', () => {
  expect(() => requireKnownFields('{{person.name}} {{ sender.email }} {not one}', 'body')).not.toThrow()
  expect(() => requireKnownFields('{{person.shoe}} {{person.shoe}} {{x}}', 'body')).toThrow(
    'body has merge fields that do not exist: {{person.shoe}}, {{x}}',
  )
})
