import type { Chance } from './chance.ts'
import type { Making } from './values.ts'

/** How far a call is from one that an honest program makes. */
export const MANNERS = ['fitting', 'almost fitting', 'hostile'] as const
export type Manner = (typeof MANNERS)[number]

/** What an honest program sends by mistake. */
const MISTAKES: readonly [unknown, ...unknown[]] = [
  null,
  '',
  ' ',
  'abc',
  '12x',
  '12',
  0,
  -1,
  1.5,
  999_999_999,
  true,
  'true',
  [],
  {},
  [null],
  { value: 1 },
  '2026-02-30',
  '2026-13-01',
  '25:61',
]

/** What somebody sends who wants to see it fall. */
const ATTACKS: readonly [unknown, ...unknown[]] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'x'.repeat(70_000),
  '9'.repeat(5_000),
  '1e400',
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  -(2 ** 63),
  2 ** 63,
  '9223372036854775808',
  'NaN',
  'Infinity',
  '-0',
  "'; select pg_sleep(5) --",
  '%s%s%n',
  '{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": null}}'),
  JSON.parse('{"toString": "x", "valueOf": 1, "then": "y", "length": -1}'),
  nested(200, inner => [inner]),
  nested(200, inner => ({ a: inner })),
  Array.from({ length: 3_000 }, (_, at) => at),
  '0000-00-00',
  '9999-12-31T23:59:59.999999Z',
  '+275760-09-13',
  '-271821-04-20',
  '\u202eabc\u200b\ufeff',
  '😀'.repeat(300),
  'İıſK',
  '(((((((((((((((((((',
  ','.repeat(2_000),
  '*',
  '\\',
]

function nested(levels: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = around(value)
  return value
}

export function wrongValue(manner: Manner, chance: Chance): unknown {
  return manner === 'hostile' ? chance.of(ATTACKS) : chance.of(MISTAKES)
}

/** The same value with one place in it made wrong: exchanged, left out, or added. */
export function spoiled(value: unknown, manner: Manner, { chance, ids }: Making): unknown {
  if (chance.once(8)) return wrongValue(manner, chance)
  if (Array.isArray(value)) {
    if (value.length === 0) return [wrongValue(manner, chance)]
    const place = chance.below(value.length)
    return value.map((item, at) => (at === place ? spoiled(item, manner, { chance, ids }) : item))
  }
  if (typeof value !== 'object' || value === null) return wrongValue(manner, chance)
  const key = chance.among(Object.keys(value))
  if (key === undefined || chance.once(6)) return { ...value, [addedKey(manner, chance)]: wrongValue(manner, chance) }
  const { [key]: part, ...rest } = value as Record<string, unknown>
  return chance.once(6) ? rest : { ...rest, [key]: spoiled(part, manner, { chance, ids }) }
}

function addedKey(manner: Manner, chance: Chance): string {
  return manner === 'hostile'
    ? chance.of(['constructor', 'hasOwnProperty', 'toString', '\u0000', 'x'.repeat(5_000), 'id', 'company_id', ''])
    : chance.of(['unknown', 'Name', 'id', 'custom_fields', 'update_time'])
}

/** For a parameter, which is text on its way. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
