import type { RowsFilter } from '@portico/crm/across/rows/chosen'

type Conditions = NonNullable<RowsFilter['conditions']>

/** One condition of a list, shown as a chip. */
export interface Chip {
  /** Whose field: that of the list itself, or of a related record. */
  object: string
  code: string
  operator: string
  /** As filters keep it; null where the operator needs none. */
  value: string | null
}

/** All of the first must hold, and one of the others. */
export interface Chips {
  all: readonly Chip[]
  any: readonly Chip[]
}

export type Group = keyof Chips

export const NO_CHIPS: Chips = { all: [], any: [] }

type Written = [object: string, code: string, operator: string, value: string | null]

/** For the address: short, and empty when there are none. */
export function writeChips({ all, any }: Chips): string | null {
  if (all.length + any.length === 0) return null
  const written = ({ object, code, operator, value }: Chip): Written => [object, code, operator, value]
  return JSON.stringify(any.length > 0 ? [all.map(written), any.map(written)] : [all.map(written)])
}

/** Whatever somebody has made of the address: what is no chip is left out. */
export function parseChips(text: string | null): Chips {
  if (!text) return NO_CHIPS
  try {
    const [all, any] = JSON.parse(text)
    return { all: chipsIn(all), any: chipsIn(any) }
  } catch {
    return NO_CHIPS
  }
}

function chipsIn(list: unknown): Chip[] {
  if (!Array.isArray(list)) return []
  return list.flatMap(item => {
    if (!Array.isArray(item)) return []
    const [object, code, operator, value] = item as unknown[]
    if (typeof object !== 'string' || typeof code !== 'string' || typeof operator !== 'string') return []
    return [{ object, code, operator, value: value === null || value === undefined ? null : String(value) }]
  })
}

/** As the server takes them; undefined when there are none. */
export function conditionsOf({ all, any }: Chips): Conditions | undefined {
  if (all.length + any.length === 0) return undefined
  const given = ({ object, code, operator, value }: Chip) => ({ object, field_code: code, operator, value })
  return {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: all.map(given) },
      { glue: 'or', conditions: any.map(given) },
    ],
  }
}

/** The chips of a stored filter, read with the codes of its fields. */
export function chipsFrom(conditions: {
  conditions: readonly {
    conditions: readonly {
      object: string
      operator: string
      value: string | null
      field_code?: string | null | undefined
    }[]
  }[]
}): Chips {
  const [all = [], any = []] = conditions.conditions.map(group =>
    group.conditions.flatMap(({ object, operator, value, field_code }) =>
      field_code ? [{ object, operator, value, code: field_code }] : [],
    ),
  )
  return { all, any }
}

/** Puts a chip in the place of another, which may be in the other group, or adds it. */
export function withChip(chips: Chips, group: Group, chip: Chip, former?: Chip): Chips {
  const inPlace = former && chips[group].includes(former)
  if (inPlace) return { ...chips, [group]: chips[group].map(each => (each === former ? chip : each)) }
  const rest = former ? withoutChip(chips, former) : chips
  return { ...rest, [group]: [...rest[group], chip] }
}

export function withoutChip({ all, any }: Chips, chip: Chip): Chips {
  return { all: all.filter(each => each !== chip), any: any.filter(each => each !== chip) }
}

/** Operators that ask for nothing more. */
export function needsValue(operator: string): boolean {
  return operator !== 'IS NULL' && operator !== 'IS NOT NULL'
}
