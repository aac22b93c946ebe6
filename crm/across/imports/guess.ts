import type { NumberStyle } from './cells.ts'
import { guessDateOrder, guessNumberStyle, isEmail, phoneDigits } from './cells.ts'
import type { ColumnChoice } from './readRows.ts'
import { IMPORT_KINDS, type ImportKind, KIND_LABELS, type Target } from './targets.ts'

/** A column as it is in a file. */
export interface FileColumn {
  header: string
  /** The first cells that are not empty. */
  samples: readonly string[]
}

/** What people call columns elsewhere, in letters and digits alone; for each kind, and for any. */
const CALLED: Readonly<Record<string, string>> = {
  fullname: 'person.name',
  contact: 'person.name',
  contactname: 'person.name',
  contactperson: 'person.name',
  person: 'person.name',
  ansprechpartner: 'person.name',
  kontakt: 'person.name',
  firstname: 'person.first_name',
  givenname: 'person.first_name',
  vorname: 'person.first_name',
  forename: 'person.first_name',
  lastname: 'person.last_name',
  surname: 'person.last_name',
  familyname: 'person.last_name',
  nachname: 'person.last_name',
  email: 'person.emails#work',
  emailaddress: 'person.emails#work',
  mail: 'person.emails#work',
  emailwork: 'person.emails#work',
  workemail: 'person.emails#work',
  emailhome: 'person.emails#home',
  privateemail: 'person.emails#home',
  emailother: 'person.emails#other',
  phone: 'person.phones#work',
  phonenumber: 'person.phones#work',
  telephone: 'person.phones#work',
  tel: 'person.phones#work',
  telefon: 'person.phones#work',
  phonework: 'person.phones#work',
  workphone: 'person.phones#work',
  mobile: 'person.phones#mobile',
  mobilephone: 'person.phones#mobile',
  phonemobile: 'person.phones#mobile',
  cell: 'person.phones#mobile',
  cellphone: 'person.phones#mobile',
  handy: 'person.phones#mobile',
  mobil: 'person.phones#mobile',
  phonehome: 'person.phones#home',
  phoneother: 'person.phones#other',
  jobtitle: 'person.job_title',
  position: 'person.job_title',
  role: 'person.job_title',
  birthday: 'person.birthday',
  dateofbirth: 'person.birthday',
  geburtstag: 'person.birthday',
  organization: 'organization.name',
  organisation: 'organization.name',
  company: 'organization.name',
  companyname: 'organization.name',
  account: 'organization.name',
  accountname: 'organization.name',
  firma: 'organization.name',
  unternehmen: 'organization.name',
  organizationname: 'organization.name',
  website: 'organization.website',
  url: 'organization.website',
  homepage: 'organization.website',
  address: 'organization.address',
  adresse: 'organization.address',
  industry: 'organization.industry',
  branche: 'organization.industry',
  deal: 'deal.title',
  dealtitle: 'deal.title',
  dealname: 'deal.title',
  opportunity: 'deal.title',
  opportunityname: 'deal.title',
  value: 'deal.value',
  dealvalue: 'deal.value',
  amount: 'deal.value',
  wert: 'deal.value',
  betrag: 'deal.value',
  umsatz: 'deal.value',
  stage: 'deal.stage_id',
  phase: 'deal.stage_id',
  pipeline: 'deal.pipeline_id',
  status: 'deal.status',
  probability: 'deal.probability',
  closedate: 'deal.expected_close_date',
  expectedclosedate: 'deal.expected_close_date',
  expectedclose: 'deal.expected_close_date',
  abschlussdatum: 'deal.expected_close_date',
  product: 'product.name',
  productname: 'product.name',
  productcode: 'product.code',
  sku: 'product.code',
  code: 'product.code',
  unitprice: 'product.prices#price',
  price: 'product.prices#price',
  preis: 'product.prices#price',
}

/** In which order a name that several kinds have is taken for one of them, when nothing else tells. */
const PREFERRED: readonly ImportKind[] = ['person', 'organization', 'deal', 'product']

/** What each column is, by its header and else by what is in it; each target is taken once. */
export function guessColumns(
  columns: readonly FileColumn[],
  targets: readonly Target[],
  separator: string,
): ColumnChoice[] {
  const taken = new Set<string>()
  const byId = new Map(targets.map(target => [target.id, target]))
  const take = (id: string | undefined) => {
    if (id === undefined || taken.has(id) || !byId.has(id)) return undefined
    taken.add(id)
    return id
  }
  const found = columns.map(({ header }) => take(byPrefix(header, targets)) ?? take(CALLED[letters(header)]))
  const kinds = new Set(found.flatMap(id => byId.get(id ?? '')?.kind ?? []))
  const main = PREFERRED.filter(kind => kinds.has(kind))
  for (const [at, { header, samples }] of columns.entries())
    found[at] ??= take(byName(header, targets, main)) ?? take(byContent(samples))
  const fallback: NumberStyle = separator === ';' ? 'comma' : 'point'
  return columns.map(({ samples }, at) => ({ target: found[at] ?? null, ...howWritten(samples, fallback) }))
}

/** How a column writes days and numbers, should it hold any. */
export function howWritten(samples: readonly string[], fallback: NumberStyle) {
  return { dates: guessDateOrder(samples).order, numbers: guessNumberStyle(samples, fallback) }
}

/** `Person - Email - Work`, as an export has it, and `Deal - Organization` for what another kind of the row is. */
function byPrefix(header: string, targets: readonly Target[]): string | undefined {
  const [kind, ...rest] = header.split(' - ')
  const named = IMPORT_KINDS.find(each => KIND_LABELS[each].toLowerCase() === kind?.trim().toLowerCase())
  if (!named || rest.length === 0) return undefined
  const name = letters(rest.join(' '))
  const called = CALLED[name]
  if (called?.startsWith(`${named}.`)) return called
  const own = targets.find(target => target.kind === named && letters(target.label) === name)
  if (own) return own.id
  return called === 'person.name' || called === 'organization.name' ? called : undefined
}

/** The name of a field, of the kinds that the file is about first. */
function byName(header: string, targets: readonly Target[], main: readonly ImportKind[]): string | undefined {
  const name = letters(header)
  if (!name || name === 'id') return undefined
  const kinds = [...main, ...PREFERRED.filter(kind => !main.includes(kind))]
  for (const kind of kinds) {
    const same = targets.find(target => target.kind === kind && letters(target.label) === name)
    if (same) return same.id
  }
  return undefined
}

function byContent(samples: readonly string[]): string | undefined {
  if (samples.length === 0) return undefined
  const most = (holds: (sample: string) => boolean) => samples.filter(holds).length >= samples.length * 0.8
  if (most(sample => isEmail(sample.trim()))) return 'person.emails#work'
  if (most(sample => /^\+[\d\s()/.-]{6,30}$/.test(sample.trim()) && phoneDigits(sample) !== undefined))
    return 'person.phones#work'
  if (most(sample => /^https?:\/\/\S+$/i.test(sample.trim()))) return 'organization.website'
  return undefined
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
