import { failure } from '@portico/kit/api/failure'
import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Field } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { takesOperator } from '../../base/fields/comparisons.ts'
import { PARTS } from '../../base/fields/types.ts'
import { customHolds } from '../../base/fields/values.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { columnOf, FILTER_OBJECTS, type FilterObject } from './columns.ts'
import { compare } from './compare.ts'
import { type Condition, type Conditions, pathOf } from './conditions.ts'
import { RELATED, reachOf, someRelated } from './objects.ts'
import { operandOf } from './operand.ts'
import { type FilterRow, noteUse } from './store.ts'

/** A stored filter in use, as SQL over the records under the given alias. */
export async function filterFor(crm: Crm, type: FilterType, filter: FilterRow, alias: string): Promise<Fragment> {
  if (filter.type !== type)
    throw failure('invalid', `filter_id names a filter of ${filter.type}, not of ${type}`, { field: 'filter_id' })
  await noteUse(crm, filter)
  return compileConditions(crm, type, filter.conditions, alias)
}

/** Compiles conditions, refusing whatever is not in the tables of objects, fields and operators. */
export async function compileConditions(
  crm: Crm,
  type: FilterType,
  { all, any }: Conditions,
  alias: string,
): Promise<Fragment> {
  const every: Fragment[] = []
  const some: Fragment[] = []
  for (const [index, condition] of all.entries())
    every.push(await compileOne(crm, type, condition, alias, pathOf(0, index)))
  for (const [index, condition] of any.entries())
    some.push(await compileOne(crm, type, condition, alias, pathOf(1, index)))
  if (some.length > 0) every.push(sql`(${joined(some, ' or ')})`)
  return every.length === 0 ? sql`true` : sql`(${joined(every, ' and ')})`
}

async function compileOne(
  crm: Crm,
  type: FilterType,
  condition: Condition,
  alias: string,
  path: string,
): Promise<Fragment> {
  const object = objectOf(type, condition, path)
  const reach = reachOf(type, object)
  if (!reach) throw refusal(`${path}.object`, `${condition.object} cannot be part of a filter of ${type}`)
  const field = await fieldOf(crm, object, condition, path)
  if (reach === 'itself') return holds(crm, object, field, condition, alias, path)
  const related = (wanted: Condition) =>
    someRelated(crm.actor, object, reach, alias, holds(crm, object, field, wanted, RELATED, path))
  // "Is empty" of a related record is true as well when there is no such record.
  if (condition.operator === 'IS NULL') return sql`not ${related({ ...condition, operator: 'IS NOT NULL' })}`
  return related(condition)
}

function objectOf(type: FilterType, { object }: Condition, path: string): FilterObject {
  // Leads carry the fields of deals, and callers name them so.
  const name = type === 'leads' && object === 'deal' ? 'lead' : object
  const known = FILTER_OBJECTS.find(known => known === name)
  if (!known) throw refusal(`${path}.object`, `${object} is not a kind of record: ${FILTER_OBJECTS.join(', ')}`)
  return known
}

async function fieldOf(crm: Crm, object: FilterObject, { field_id }: Condition, path: string): Promise<Field> {
  const { byKey } = await fieldsOf(crm, object)
  for (const field of byKey.values()) if (String(field.id) === field_id) return field
  throw refusal(`${path}.field_id`, `${field_id} is not a field of ${object}`)
}

function holds(
  crm: Crm,
  object: FilterObject,
  field: Field,
  condition: Condition,
  alias: string,
  path: string,
): Fragment {
  const { operator, extra_value } = condition
  const isAddress = field.type === 'address'
  const part = isAddress && extra_value ? extra_value : 'value'
  if (isAddress && part !== 'value' && !PARTS.address?.some(([name]) => name === part))
    throw refusal(`${path}.extra_value`, `${part} is not a part of an address`)
  const operand = operandOf(object, field, alias, part)
  if (!operand) throw refusal(`${path}.field_id`, `${field.name} cannot be filtered by`)
  if (!takesOperator(field.type, operator))
    throw refusal(`${path}.operator`, `${operator} is not an operator of ${field.type} fields`)
  if (operator === 'has_been') return hasBeen(condition, alias, path)
  if (operator === 'belongs_to_team') return isOfTeam(crm, operand.value, condition, path)
  const value = field.type === 'user' && condition.value === 'me' ? String(crm.actor.userId) : condition.value
  const held = compare(operand, { operator, value, path, now: crm.now })
  return field.type === 'monetary' && extra_value
    ? sql`(${held} and ${inCurrency(object, field, alias, extra_value)})`
    : held
}

/** Money is held against a condition in the currency it names. */
function inCurrency(object: FilterObject, field: Field, alias: string, currency: string): Fragment {
  if (field.isCustom) return customHolds(sql`${sql(alias)}.custom`, { [field.key]: { currency } })
  const column = columnOf(object, field.key)?.currency
  return column ? sql`${column(alias)} = ${currency}::text` : sql`true`
}

/** The stages a deal has been in are in its log. */
function hasBeen({ value }: Condition, alias: string, path: string): Fragment {
  if (!/^\d{1,15}$/.test(value ?? '')) throw refusal(`${path}.value`, `${value} is not the id of a stage`)
  const d = sql(alias)
  return sql`(${d}.stage_id = ${Number(value)} or exists (select from crm.change c where c.company_id = ${d}.company_id
    and c.entity = 'deal' and c.entity_id = ${d}.id::text and c.before ->> 'stage_id' = ${value}::text))`
}

function isOfTeam({ actor }: Crm, user: Fragment, { value }: Condition, path: string): Fragment {
  if (!/^\d{1,15}$/.test(value ?? '')) throw refusal(`${path}.value`, `${value} is not the id of a team`)
  return sql`${user} in (select m.user_id from crm.team_member m
    join crm.team t on t.company_id = m.company_id and t.id = m.team_id
    where m.company_id = ${actor.companyId} and m.team_id = ${Number(value)} and not t.is_deleted)`
}

function refusal(field: string, message: string) {
  return failure('invalid', message, { field })
}
