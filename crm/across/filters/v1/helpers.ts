import Type, { type Static } from 'typebox'
import { COMPARABLE } from '../../../base/fields/comparisons.ts'
import { ADDRESS_NAMES } from '../../../base/records/parseAddress.ts'
import { RELATIVE_DATES } from '../relativeDates.ts'

const Labels = Type.Record(Type.String(), Type.String())

/** What a condition can be made of. */
export const FilterHelpers = Type.Object({
  operators: Type.Record(Type.String(), Labels),
  deprecated_operators: Type.Record(Type.String(), Labels),
  relative_dates: Labels,
  address_field_components: Labels,
})

export function filterHelpers(): Static<typeof FilterHelpers> {
  const types = Object.entries(COMPARABLE)
  return {
    operators: Object.fromEntries(types.map(([type, { operators }]) => [type, { ...operators }])),
    deprecated_operators: Object.fromEntries(
      types.flatMap(([type, { deprecated }]) => (deprecated ? [[type, { ...deprecated }]] : [])),
    ),
    relative_dates: Object.fromEntries(Object.entries(RELATIVE_DATES).map(([name, { label }]) => [name, label])),
    address_field_components: ADDRESS_NAMES,
  }
}
