import Type from 'typebox'
import { expect, test } from 'vitest'
import { isFailure } from './failure.ts'
import { nullable, optional } from './schemas.ts'
import { validate } from './validate.ts'

const Entry = Type.Object({ value: Type.String() })
const Body = Type.Object({
  emails: optional(nullable(Type.Array(Entry, { maxItems: 3 }))),
  groups: optional(Type.Array(Type.Object({ members: Type.Array(Entry, { maxItems: 2 }) }), { maxItems: 5 })),
})

test.each([
  ['emails', { emails: Array.from({ length: 4 }, () => ({ value: 1 })) }, 3],
  ['groups.1.members', { groups: [{ members: [] }, { members: [1, 2, 3] }] }, 2],
])('400 for a list that is too long, whatever is in it: %s', (field, body, most) => {
  const refused = refusalOf(body)

  expect(refused).toMatchObject({
    message: `${field} must not have more than ${most} items`,
    details: { field },
  })
})

test('400 naming the entry of a list that is not too long', () => {
  expect(refusalOf({ emails: [{ value: 'a' }, { value: 1 }] })).toMatchObject({ details: { field: 'emails.1.value' } })
})

function refusalOf(body: unknown) {
  try {
    validate(Body, body)
  } catch (error) {
    if (isFailure(error)) return error
  }
  return undefined
}
