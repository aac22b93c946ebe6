import { isRecord } from '@portico/kit/api/isRecord'
import { newFileKey } from '@portico/kit/files/fileKey'
import { cleanHtml } from '../../../base/records/cleanHtml.ts'
import { locationOf } from '../../../work/activities/location.ts'
import { announcedStore } from '../../../work/files/announcedStore.ts'
import { MAX_FILE_BYTES } from '../../../work/files/receiveFile.ts'
import { dayIn, flagIn, idIn, numberIn, recordsIn, textIn, timeIn, timesOf } from '../given.ts'
import type { Look, MovedKind, PartKind } from '../kind.ts'
import { claimBytes, replaceRows } from '../partStore.ts'
import type { Given } from '../source.ts'
import { GONE } from './contacts.ts'

export const activityTypes: MovedKind = {
  name: 'activity type',
  lists: [{ path: '/v1/activityTypes', paging: 'whole' }],
  replaces: ['activity_type'],
  row: {
    table: 'activity_type',
    same: 'key_string',
    values: record => ({
      name: textIn(record.name) ?? '',
      key_string: textIn(record.key_string) ?? '',
      icon_key: textIn(record.icon_key) ?? 'task',
      color: textIn(record.color),
      order_nr: numberIn(record.order_nr) ?? 1,
      active: flagIn(record.active_flag),
      is_custom: flagIn(record.is_custom_flag),
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ active: false }),
}

/** The records that something hangs on. */
function links(record: Given, look: Look) {
  return {
    deal_id: look.id('deal', record.deal_id),
    lead_id: look.id('lead', record.lead_id),
    person_id: look.id('person', record.person_id),
    org_id: look.id('organization', record.org_id),
    project_id: look.id('project', record.project_id),
  }
}

export const activities: MovedKind = {
  name: 'activity',
  lists: [{ path: '/api/v2/activities?include_fields=attendees', paging: 'cursor' }],
  row: {
    table: 'activity',
    values: (record, look) => ({
      subject: textIn(record.subject) ?? '',
      type: textIn(record.type) ?? 'task',
      owner_id: look.user(record.owner_id),
      creator_id: look.user(record.creator_user_id),
      ...links(record, look),
      due_date: dayIn(record.due_date) ?? dayIn(record.add_time) ?? undefined,
      due_time: textIn(record.due_time),
      duration: textIn(record.duration),
      busy: flagIn(record.busy),
      done: flagIn(record.done),
      marked_as_done_time: timeIn(record.marked_as_done_time),
      location: isRecord(record.location) ? locationOf(mapText(record.location)) : null,
      attendees: attendeesOf(record.attendees, look),
      public_description: textIn(record.public_description),
      note: textIn(record.note),
      priority: numberIn(record.priority),
      outcome: numberIn(record.outcome),
      conference_meeting_client: textIn(record.conference_meeting_client),
      conference_meeting_url: textIn(record.conference_meeting_url),
      conference_meeting_id: textIn(record.conference_meeting_id),
      is_deleted: false,
      delete_time: null,
      ...timesOf(record),
    }),
  },
  async after(move, id, record, look) {
    const rows = recordsIn(record.participants).flatMap(({ person_id }) => {
      const person = look.id('person', person_id)
      return person === null ? [] : [{ person_id: Number(person) }]
    })
    await replaceRows(move, 'activity_participant', { activity_id: Number(id) }, rows)
  },
  whenGone: GONE,
}

function mapText(given: Given): Record<string, string | null> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textIn(value)]))
}

function attendeesOf(given: unknown, look: Look) {
  return recordsIn(given).map(attendee => ({
    ...attendee,
    ...('person_id' in attendee && { person_id: look.id('person', attendee.person_id) }),
    ...('user_id' in attendee && { user_id: look.id('user', attendee.user_id) }),
  }))
}

const PINS = ['deal', 'lead', 'person', 'organization', 'project', 'task'].map(name => `pinned_to_${name}_flag`)

export const notes: MovedKind = {
  name: 'note',
  lists: [{ path: '/v1/notes', paging: 'offset' }],
  parts: [{ name: 'comments', list: ([id]) => ({ path: `/v1/notes/${id}/comments`, paging: 'offset' }) }],
  row: {
    table: 'note',
    values: (record, look) => ({
      content: cleanHtml(textIn(record.content) ?? ''),
      user_id: look.user(record.user_id),
      ...links(record, look),
      task_id: look.id('task', record.task_id),
      ...Object.fromEntries(PINS.map(pin => [pin, flagIn(record[pin])])),
      last_update_user_id: idIn(record.last_update_user_id) === null ? null : look.user(record.last_update_user_id),
      is_deleted: false,
      delete_time: null,
      ...timesOf(record),
    }),
  },
  after: (move, id, record, look) =>
    move.parts(commentKind(Number(id)), `note ${String(record.id)}`, recordsIn(record.comments), look),
  whenGone: GONE,
}

const commentKind = (note_id: number): PartKind => ({
  name: 'comment',
  table: 'comment',
  idOf: row => String(row.uuid),
  values: (row, look) => ({
    note_id,
    content: cleanHtml(textIn(row.content) ?? ''),
    user_id: look.user(row.user_id),
    updater_id: look.user(row.updater_id ?? row.user_id),
    ...timesOf(row),
  }),
})

/** The bytes are stored before the record that names them; those of a file that was copied already never change. */
export const files: MovedKind = {
  name: 'file',
  lists: [{ path: '/v1/files', paging: 'offset' }],
  async fetch({ source, companyId, database, files: store, isKnown }, record) {
    if (textIn(record.remote_location) || isKnown('file', String(record.id))) return
    const key = newFileKey()
    const { stream, type } = await source.download(`/v1/files/${String(record.id)}/download`)
    const stored = await announcedStore(companyId, { database, files: store }).put(key, stream, {
      limit: MAX_FILE_BYTES,
    })
    record.stored = { file_key: key, file_size: stored.size, sha256: stored.sha256, mime_type: type ?? undefined }
  },
  row: {
    table: 'file',
    values: (record, look) => ({
      user_id: look.user(record.user_id),
      ...links(record, look),
      product_id: look.id('product', record.product_id),
      activity_id: look.id('activity', record.activity_id),
      name: textIn(record.name) ?? textIn(record.file_name) ?? 'file',
      file_name: textIn(record.file_name) ?? textIn(record.name) ?? 'file',
      description: textIn(record.description) ?? '',
      file_type: textIn(record.file_type) ?? 'file',
      ...(isRecord(record.stored) ? record.stored : {}),
      remote_location: textIn(record.remote_location) ?? undefined,
      remote_id: textIn(record.remote_id) ?? undefined,
      is_deleted: false,
      delete_time: null,
      ...timesOf(record),
    }),
  },
  async after({ author }, _, record) {
    if (isRecord(record.stored)) await claimBytes(author, String(record.stored.file_key))
  },
  whenGone: GONE,
}
