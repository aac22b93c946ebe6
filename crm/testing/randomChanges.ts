import fc from 'fast-check'
import { addField } from './addField.ts'
import { aDeal, anActivity, anOrganization, aPerson, aProduct } from './builders.ts'
import type { TestUser } from './startTestCrm.ts'

/** Kinds of records that have a past, by their names in addresses. */
export const KINDS_WITH_PAST = ['deals', 'persons', 'organizations', 'products', 'activities'] as const
export type KindWithPast = (typeof KINDS_WITH_PAST)[number]

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const money = fc.integer({ min: 0, max: 99_999 }).map(cents => cents / 100)
const optional = { requiredKeys: [] }

/**
 * Random bodies of `PATCH` for a record of each kind, with fields of every form that the log has to keep, and a way to
 * make the record. Makes the custom fields and the records they name first.
 */
export async function randomChanges(user: TestUser) {
  const custom = { deal: '', person: '', organization: '', product: '' }
  for (const kind of ['deal', 'person', 'organization', 'product'] as const)
    custom[kind] = (await addField(user, kind, 'varchar')).key
  const people = [(await aPerson(user)).id, (await aPerson(user)).id]
  const deal = (await aDeal(user)).id
  const stages: { id: number }[] = (await user.call('GET', '/v2/stages')).body.data
  const customField = (kind: keyof typeof custom) => maybe(word).map(value => ({ [custom[kind]]: value }))

  const changes: Record<KindWithPast, fc.Arbitrary<object>> = {
    deals: fc.record(
      {
        title: word,
        value: money,
        currency: fc.constantFrom('EUR', 'USD'),
        stage_id: fc.constantFrom(...stages.map(stage => stage.id)),
        status: fc.constantFrom('open', 'won', 'lost'),
        person_id: maybe(fc.constantFrom(...people)),
        expected_close_date: maybe(fc.constantFrom('2026-01-31', '2027-12-01')),
        probability: maybe(fc.integer({ min: 0, max: 100 })),
        is_archived: fc.boolean(),
        custom_fields: customField('deal'),
      },
      optional,
    ),
    persons: fc.record(
      {
        name: word,
        emails: fc
          .uniqueArray(word, { maxLength: 3 })
          .map(list => list.map((value, nr) => ({ value: `${value}@x.org`, primary: nr === 0 }))),
        phones: fc.array(
          word.map(value => ({ value })),
          { maxLength: 2 },
        ),
        visible_to: fc.constantFrom(1, 3, 7),
        postal_address: fc.record({ value: word }),
        custom_fields: customField('person'),
      },
      optional,
    ),
    organizations: fc.record(
      {
        name: word,
        website: maybe(word),
        address: fc.record({ value: word }),
        custom_fields: customField('organization'),
      },
      optional,
    ),
    products: fc.record(
      {
        name: word,
        code: maybe(word),
        tax: fc.integer({ min: 0, max: 50 }),
        prices: fc.uniqueArray(
          fc.record({ currency: fc.constantFrom('EUR', 'USD', 'GBP'), price: money, cost: money }),
          { selector: ({ currency }) => currency, maxLength: 3 },
        ),
        custom_fields: customField('product'),
      },
      optional,
    ),
    activities: fc.record(
      {
        subject: word,
        done: fc.boolean(),
        due_time: fc.constantFrom('08:00:00', '17:45:00'),
        duration: fc.constantFrom('00:30:00', '26:00:00'),
        deal_id: maybe(fc.constant(deal)),
        participants: fc
          .uniqueArray(fc.constantFrom(...people))
          .map(ids => ids.map((person_id, nr) => ({ person_id, primary: nr === 0 }))),
        location: fc.record({ value: word }),
      },
      optional,
    ),
  }
  const make = {
    deals: aDeal,
    persons: aPerson,
    organizations: anOrganization,
    products: aProduct,
    activities: anActivity,
  }
  return { changes, make, people }
}
