import { isRecord } from '@portico/kit/api/isRecord'
import { addressFromV2 } from '../../../base/records/address.ts'
import { LOCATION_PARTS } from '../../../work/activities/location.ts'
import { dayIn, flagIn, numberIn, recordsIn, textIn, timesOf } from '../given.ts'
import type { Look, MovedKind, Part } from '../kind.ts'
import { replaceFollowers } from '../partStore.ts'
import type { Given } from '../source.ts'
import { optionsOf } from './fields.ts'

/** What is gone at the source can be brought back here for a while, like whatever is deleted. */
export const GONE = (now: Date) => ({ is_deleted: true, delete_time: now })

/** Who follows a record; asked for where the record says that somebody does. */
export function followersOf(path: string): Part {
  return {
    name: 'followers',
    list: ([id]) => ({ path: `/api/v2/${path}/${id}/followers`, paging: 'cursor' }),
    when: record => record.followers_count !== 0,
  }
}

export function followers(entity: 'deal' | 'person' | 'organization' | 'product'): NonNullable<MovedKind['after']> {
  return async (move, id, record, look) => {
    const rows = recordsIn(record.followers).flatMap(({ user_id, add_time }) => {
      const user = look.id('user', user_id)
      return user === null
        ? []
        : [{ user_id: Number(user), add_time: timesOf({ add_time }).add_time ?? move.author.now }]
    })
    await replaceFollowers(move, entity, Number(id), rows)
  }
}

/** What records with an owner have in common. */
export function owned(record: Given, look: Look) {
  return {
    owner_id: look.user(record.owner_id),
    visible_to: numberIn(record.visible_to) ?? 3,
    is_deleted: false,
    delete_time: null,
    ...timesOf(record),
  }
}

export function labels(entity: string, record: Given, look: Look): number[] {
  return look.ids(optionsOf(entity, 'label_ids'), record.label_ids).map(Number)
}

export const organizations: MovedKind = {
  name: 'organization',
  lists: [{ path: '/api/v2/organizations?include_fields=followers_count', paging: 'cursor' }],
  parts: [followersOf('organizations')],
  row: {
    table: 'organization',
    values: async (record, look) => ({
      name: textIn(record.name) ?? '',
      ...owned(record, look),
      label_ids: labels('organization', record, look),
      address: addressIn(record.address, 'address'),
      website: textIn(record.website),
      linkedin: textIn(record.linkedin),
      industry: look.id(optionsOf('organization', 'industry'), record.industry),
      annual_revenue: numberIn(record.annual_revenue),
      employee_count: numberIn(record.employee_count),
      custom: await look.custom('organization', record.custom_fields),
    }),
  },
  after: followers('organization'),
  whenGone: GONE,
}

export const persons: MovedKind = {
  name: 'person',
  lists: [{ path: '/api/v2/persons?include_fields=followers_count,marketing_status', paging: 'cursor' }],
  parts: [followersOf('persons')],
  row: {
    table: 'person',
    values: async (record, look) => ({
      name: textIn(record.name) ?? '',
      first_name: textIn(record.first_name),
      last_name: textIn(record.last_name),
      ...owned(record, look),
      org_id: look.id('organization', record.org_id),
      label_ids: labels('person', record, look),
      emails: contactPoints(record.emails),
      phones: contactPoints(record.phones),
      im: contactPoints(record.im),
      postal_address: addressIn(record.postal_address, 'postal_address'),
      notes: textIn(record.notes),
      birthday: dayIn(record.birthday),
      job_title: textIn(record.job_title),
      marketing_status: textIn(record.marketing_status) ?? undefined,
      custom: await look.custom('person', record.custom_fields),
    }),
  },
  after: followers('person'),
  whenGone: GONE,
}

function contactPoints(given: unknown) {
  return recordsIn(given).flatMap(({ value, label, primary }) =>
    textIn(value) === null ? [] : [{ value: textIn(value), label: textIn(label) ?? 'work', primary: flagIn(primary) }],
  )
}

/** The parts that are kept here; the original knows a few more. */
function addressIn(given: unknown, field: string) {
  if (!isRecord(given)) return null
  const parts = Object.fromEntries(ADDRESS_PARTS.map(part => [part, textIn(given[part])]))
  return addressFromV2(parts, field) ?? null
}

const ADDRESS_PARTS = ['value', ...LOCATION_PARTS]
