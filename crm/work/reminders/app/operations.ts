import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { changeReminder, dueReminders, findReminderSettings, storeReminderSettings } from '../store.ts'

/** A reminder comes at most a day before. */
const MOST_MINUTES = 1440

export const Reminder = Type.Object({
  id: Type.Integer({ description: 'Of the activity' }),
  subject: Type.String(),
  due_date: Type.String(),
  due_time: Type.String({ description: 'HH:MM, UTC' }),
  deal_id: nullable(Type.Integer()),
  deal_title: nullable(Type.String()),
})
export type Reminder = Static<typeof Reminder>

const ReminderSettings = Type.Object({
  minutes_before: nullable(
    Type.Integer({
      minimum: 0,
      maximum: MOST_MINUTES,
      description: 'null: only of activities that say so themselves',
    }),
  ),
  by_mail: Type.Boolean(),
})
export type ReminderSettings = Static<typeof ReminderSettings>

const getReminders = app({
  route: 'GET /reminders',
  summary: 'Get the activities that the calling user is to be reminded of now',
  reply: Type.Array(Reminder),
  cost: 2,
  run: (_, crm) => dueReminders(crm),
})

const updateReminder = app({
  route: 'PATCH /reminders/{id}',
  summary: 'Say when to remind of an own activity, that its reminder was seen, or how long it is put off',
  params: { id: Id },
  body: {
    minutes_before: optional(
      nullable(
        Type.Integer({
          minimum: -1,
          maximum: MOST_MINUTES,
          description: 'Before the time of the activity; null: as the settings say; -1: none',
        }),
      ),
    ),
    dismissed: optional(Type.Literal(true)),
    snooze_minutes: optional(Type.Integer({ minimum: 1, maximum: MOST_MINUTES })),
  },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 5,
  async run({ params: { id }, body }, crm) {
    await changeReminder(crm, id, body)
    return { id }
  },
})

const getReminderSettings = app({
  route: 'GET /reminder-settings',
  summary: 'Get how the calling user is reminded of activities',
  reply: ReminderSettings,
  cost: 2,
  run: (_, crm) => findReminderSettings(crm),
})

const putReminderSettings = app({
  route: 'PUT /reminder-settings',
  summary: 'Say how the calling user is reminded of activities',
  body: ReminderSettings.properties,
  reply: ReminderSettings,
  cost: 5,
  async run({ body }, crm) {
    await storeReminderSettings(crm, body)
    return body
  },
})

export const reminders = [getReminders, updateReminder, getReminderSettings, putReminderSettings]
