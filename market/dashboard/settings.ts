import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import { isAddress } from '@portico/kit/mail/address'
import Type, { type Static } from 'typebox'
import { operation } from '../api/operation.ts'
import { centsOf } from '../books/money.ts'
import { line, tidy } from '../books/rules.ts'
import { LIMITS } from '../limits.ts'
import type { Settings, University } from '../settings/settings.ts'
import { lockSettings, readSettings, writeSettings } from '../settings/store.ts'
import { audit } from './auditStore.ts'

const fields = {
  feePercent: Type.Number({ minimum: 0, maximum: 100 }),
  priceCap: Type.Number({ minimum: 1, maximum: 1_000_000 }),
  unlistDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  warnDays: Type.Integer({ minimum: 0, maximum: 365 }),
  autoUnlist: Type.Boolean(),
  dropOffDays: Type.Integer({ minimum: 1, maximum: 60 }),
  coursePattern: Type.String({
    maxLength: 200,
    description: '`AAA 999, AAAA 999`: A a letter, 9 a digit; empty: any',
  }),
  anyEdu: Type.Boolean({ description: 'Whether every .edu address may sign up, beside the listed domains' }),
  universities: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 120 }),
      domains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: LIMITS.universityDomains }),
    }),
    { maxItems: LIMITS.universities },
  ),
  staffAddress: Type.String({ maxLength: 320, description: 'Where staff mail goes; empty: to every admin and owner' }),
}

const SettingsReply = Type.Object({ settings: Type.Object(fields) })

export const getSettings = operation({
  route: 'GET /dashboard/getSettings',
  summary: 'What the operator has decided',
  scopes: ['admin'],
  reply: SettingsReply,
  run: async (_, { sql }) => ({ settings: shown(await readSettings(sql)) }),
})

export const changeSettings = operation({
  route: 'PUT /dashboard/settings',
  summary: 'Change settings; what is left out stays',
  scopes: ['owner'],
  body: {
    feePercent: optional(fields.feePercent),
    priceCap: optional(fields.priceCap),
    unlistDays: optional(fields.unlistDays),
    warnDays: optional(fields.warnDays),
    autoUnlist: optional(fields.autoUnlist),
    dropOffDays: optional(fields.dropOffDays),
    coursePattern: optional(fields.coursePattern),
    anyEdu: optional(fields.anyEdu),
    universities: optional(fields.universities),
    staffAddress: optional(fields.staffAddress),
  },
  reply: SettingsReply,
  async run({ body }, { sql, user, now }) {
    const settings = changed(await lockSettings(sql), body)
    await writeSettings(sql, settings)
    await audit(sql, now, user, 'changeSettings', '', known(body))
    return { settings: shown(settings) }
  },
})

/** What else a client sends is neither stored nor sent back. */
function known<T extends object>(body: T): Partial<T> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name))) as Partial<T>
}

/** Domains as people write them: `@Campus.EDU` is `campus.edu`. */
function universityOf({ name, domains }: University, at: number): University {
  const plain = domains.map((domain, index) => {
    const host = domain.trim().replace(/^@/, '').toLowerCase()
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return host
    const field = `universities.${at}.domains.${index}`
    throw failure('invalid', `${domain} is not a mail domain, such as campus.edu`, { field })
  })
  return { name: line(name, `universities.${at}.name`), domains: [...new Set(plain)] }
}

export type ShownSettings = Static<typeof SettingsReply>['settings']

function shown({ feeBp, priceCapCents, ...rest }: Settings): ShownSettings {
  return { ...rest, feePercent: feeBp / 100, priceCap: priceCapCents / 100 }
}

function changed(before: Settings, { feePercent, priceCap, ...body }: Partial<ShownSettings>): Settings {
  const after: Settings = { ...before, ...known(body) }
  if (feePercent !== undefined) after.feeBp = centsOf(feePercent, 'feePercent')
  if (priceCap !== undefined) after.priceCapCents = centsOf(priceCap, 'priceCap')
  after.coursePattern = tidy(after.coursePattern)
  after.universities = after.universities.map(universityOf)
  const names = after.universities.map(({ name }) => name.toLowerCase())
  const seen = new Set<string>()
  const twice = names.findIndex(name => seen.size === seen.add(name).size)
  if (twice >= 0)
    throw failure('invalid', `${after.universities[twice]?.name} is listed twice`, {
      field: `universities.${twice}.name`,
    })
  after.staffAddress = after.staffAddress.trim()
  if (after.staffAddress !== '' && !isAddress(after.staffAddress))
    throw failure('invalid', 'staffAddress is not an e-mail address', { field: 'staffAddress' })
  if (after.warnDays >= after.unlistDays)
    throw failure('invalid', 'warnDays must be less than unlistDays', { field: 'warnDays' })
  return after
}
