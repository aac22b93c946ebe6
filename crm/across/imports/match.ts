import type { Crm } from '../../base/api/context.ts'
import { phoneDigits } from './cells.ts'
import { type FoundIds, matchCodes, matchEmails, matchIds, matchNames, matchPhones } from './matchStore.ts'
import type { Body, ReadRow } from './readRows.ts'
import type { ImportKind } from './targets.ts'

/** A row with what is known of its records so far. */
export interface PlacedRow extends ReadRow {
  ids: Partial<Record<ImportKind, number>>
}

/** Rows of a batch whose record of a kind is there already, by their numbers. */
export async function matchRows(crm: Crm, kind: ImportKind, rows: readonly PlacedRow[]): Promise<FoundIds> {
  const all = new Map<number, number>()
  const left = () => rows.filter(({ nr, bodies }) => bodies[kind] && !all.has(nr))
  const keep = (found: FoundIds) => {
    for (const [nr, id] of found) all.set(nr, id)
  }
  const bodyOf = ({ bodies }: PlacedRow): Body => bodies[kind] ?? {}

  keep(await matchIds(crm, kind, new Map(left().flatMap(row => idOf(bodyOf(row), row.nr)))))
  if (kind === 'person') {
    keep(
      await matchEmails(
        crm,
        left().flatMap(row => values(bodyOf(row).emails).map(email => ({ nr: row.nr, email }))),
      ),
    )
    const phones = left().flatMap(row =>
      values(bodyOf(row).phones).map(phone => ({ nr: row.nr, digits: phoneDigits(phone) })),
    )
    keep(
      await matchPhones(
        crm,
        phones.flatMap(({ nr, digits }) => (digits ? [{ nr, digits }] : [])),
      ),
    )
  }
  if (kind === 'product')
    keep(
      await matchCodes(
        crm,
        left().flatMap(row => textOf(bodyOf(row).code).map(code => ({ nr: row.nr, code }))),
      ),
    )
  const named = left().filter(row => isNamed(kind, row))
  keep(
    await matchNames(
      crm,
      kind,
      named.flatMap(row =>
        nameOf(kind, bodyOf(row)).map(name => ({
          nr: row.nr,
          name,
          org_id: row.ids.organization ?? null,
          person_id: row.ids.person ?? null,
        })),
      ),
    ),
  )
  return all
}

/** By which rows of one file name the same record: any of these. */
export function keysOf(kind: ImportKind, row: PlacedRow): string[] {
  const body = row.bodies[kind]
  if (!body) return []
  if (typeof body.id === 'number') return [`id ${body.id}`]
  if (kind === 'product' && body.code !== undefined) return [`code ${body.code}`]
  const emails = kind === 'person' ? values(body.emails).map(email => `email ${email.toLowerCase()}`) : []
  const digits = kind === 'person' ? values(body.phones).flatMap(phone => phoneDigits(phone) ?? []) : []
  const points = [...emails, ...digits.map(each => `phone ${each}`)]
  if (!isNamed(kind, row)) return points
  const links =
    kind === 'person' ? [row.ids.organization] : kind === 'deal' ? [row.ids.organization, row.ids.person] : []
  return [...points, ...nameOf(kind, body).map(name => `name ${name.trim().toLowerCase()} ${links.join('/')}`)]
}

/** Whether its name tells a record: without an organization a person with an address may be another one of that name. */
function isNamed(kind: ImportKind, { bodies, ids }: PlacedRow): boolean {
  return kind !== 'person' || ids.organization !== undefined || values(bodies.person?.emails).length === 0
}

export function nameOf(kind: ImportKind, body: Body): string[] {
  if (kind === 'deal') return textOf(body.title)
  const whole = textOf(body.name)
  return whole.length > 0 ? whole : textOf([body.first_name, body.last_name].filter(Boolean).join(' '))
}

function idOf({ id }: Body, nr: number): [number, number][] {
  return typeof id === 'number' ? [[nr, id]] : []
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

function values(points: unknown): string[] {
  return Array.isArray(points) ? points.map(point => String(point.value)) : []
}
