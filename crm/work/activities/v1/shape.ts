import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Text = nullable(Type.String())
const Link = nullable(Type.Integer())

const collected = {
  id: Type.Integer(),
  company_id: Type.Integer(),
  user_id: Type.Integer(),
  done: Type.Boolean(),
  type: Type.String(),
  type_name: Text,
  due_date: Type.String({ description: 'YYYY-MM-DD' }),
  due_time: Type.String({ description: 'HH:MM, UTC; empty for the whole day' }),
  duration: Type.String({ description: 'HH:MM, or empty' }),
  busy_flag: Type.Boolean(),
  add_time: Type.String(),
  marked_as_done_time: Text,
  subject: Type.String(),
  public_description: Text,
  location: Text,
  org_id: Link,
  person_id: Link,
  deal_id: Link,
  lead_id: Text,
  project_id: Link,
  active_flag: Type.Boolean(),
  update_time: Type.String(),
  update_user_id: Link,
  source_timezone: Text,
  location_subpremise: Text,
  location_street_number: Text,
  location_route: Text,
  location_sublocality: Text,
  location_locality: Text,
  location_admin_area_level_1: Text,
  location_admin_area_level_2: Text,
  location_country: Text,
  location_postal_code: Text,
  location_formatted_address: Text,
  conference_meeting_client: Text,
  conference_meeting_url: Text,
  conference_meeting_id: Text,
  outcome: Link,
  is_recurring: nullable(Type.Boolean()),
}

/** An activity as the v1 collection shows it. */
export const CollectedActivity = named('CollectedActivity', Type.Object(collected))

export type CollectedActivity = Static<typeof CollectedActivity>

/** An activity in v1. */
export const ActivityV1 = named(
  'ActivityV1',
  Type.Object({
    ...collected,
    note: Text,
    participants: Type.Array(Type.Object({ person_id: Type.Integer(), primary_flag: Type.Boolean() })),
    attendees: Type.Array(
      Type.Object({
        email_address: Text,
        name: Text,
        status: Type.String(),
        is_organizer: Type.Integer(),
        person_id: Link,
        user_id: Link,
      }),
    ),
    reference_type: Text,
    reference_id: Link,
    last_notification_time: Text,
    last_notification_user_id: Link,
    notification_language_id: Link,
    gcal_event_id: Text,
    google_calendar_id: Text,
    google_calendar_etag: Text,
    calendar_sync_include_context: Text,
    rec_rule: Text,
    rec_rule_extension: Text,
    rec_master_activity_id: Link,
    series: Type.Array(Type.Object({ due_date: Type.String(), due_time: Type.String() })),
    created_by_user_id: Type.Integer(),
    assigned_to_user_id: Type.Integer(),
    org_name: Text,
    person_name: Text,
    deal_title: Text,
    owner_name: Type.String(),
    person_dropbox_bcc: Text,
    deal_dropbox_bcc: Text,
    file: nullable(
      Type.Object(
        { id: Type.Integer(), clean_name: Type.String(), url: nullable(Type.String()) },
        { description: 'The last one that was put on the activity' },
      ),
    ),
    priority: Link,
  }),
)

export type ActivityV1 = Static<typeof ActivityV1>
