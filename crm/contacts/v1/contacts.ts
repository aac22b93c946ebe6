import { named, nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { byId, RelatedObjects, relatedObjects } from '../../base/records/v1/relatedObjects.ts'
import type { Related } from '../../base/records/v1/relatedStore.ts'

/** What persons and organizations have in common on the v1 wire. */

/** The owner of a contact; unlike the users of a deal it says `has_pic` as a number. */
export const ExpandedOwner = named(
  'ExpandedOwner',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    has_pic: Type.Integer(),
    pic_hash: nullable(Type.String()),
    active_flag: Type.Boolean(),
    value: Type.Integer(),
  }),
)

/** The column of an `ExpandedOwner`, for a joined `crm.app_user`. */
export function expandedOwner(alias: string): Fragment {
  const u = sql(alias)
  return sql`json_build_object('id', ${u}.id, 'name', ${u}.name, 'email', ${u}.email, 'has_pic', (${u}.icon_url is not null)::int,
    'pic_hash', null, 'active_flag', ${u}.active, 'value', ${u}.id)`
}

const Pictures = Type.Object({ 128: Type.String(), 512: Type.String() })

export const PictureV1 = named(
  'PictureV1',
  Type.Object({
    id: Type.Integer(),
    value: Type.Integer(),
    item_type: Type.String(),
    item_id: Type.Integer(),
    active_flag: Type.Boolean(),
    add_time: Type.String(),
    update_time: Type.String(),
    added_by_user_id: Type.Integer(),
    pictures: Pictures,
  }),
)

/** The counts v1 shows of every contact. */
export const COUNTED = [
  'open_deals_count',
  'related_open_deals_count',
  'closed_deals_count',
  'related_closed_deals_count',
  'won_deals_count',
  'related_won_deals_count',
  'lost_deals_count',
  'related_lost_deals_count',
  'email_messages_count',
  'activities_count',
  'done_activities_count',
  'undone_activities_count',
  'files_count',
  'notes_count',
  'followers_count',
  'next_activity_date',
  'next_activity_time',
  'next_activity_id',
  'last_activity_id',
  'last_activity_date',
] as const

const Text = nullable(Type.String())
const Count = Type.Integer()

export const countedV1 = {
  open_deals_count: Count,
  related_open_deals_count: Count,
  closed_deals_count: Count,
  related_closed_deals_count: Count,
  won_deals_count: Count,
  related_won_deals_count: Count,
  lost_deals_count: Count,
  related_lost_deals_count: Count,
  email_messages_count: Count,
  activities_count: Count,
  done_activities_count: Count,
  undone_activities_count: Count,
  files_count: Count,
  notes_count: Count,
  followers_count: Count,
  next_activity_date: Text,
  next_activity_time: Text,
  next_activity_id: nullable(Type.Integer()),
  last_activity_id: nullable(Type.Integer()),
  last_activity_date: Text,
}

export const ContactRelatedObjects = Type.Object({
  ...RelatedObjects.properties,
  picture: optional(byId('PICTURE_ID', PictureV1)),
})

/** What an answer about contacts names, their pictures among it. */
export async function contactRelatedObjects(
  crm: Crm,
  related: Related,
  pictures: readonly (Static<typeof PictureV1> | null)[] = [],
): Promise<Record<string, unknown>> {
  const there = pictures.filter(picture => picture !== null)
  return {
    ...(await relatedObjects(crm, related)),
    ...(there.length > 0 && { picture: Object.fromEntries(there.map(picture => [picture.id, picture])) }),
  }
}
