import type { ActivityType } from '@portico/crm/work/activityTypes/v1/shape'
import { call } from '../api/call.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function ActivityTypes({ base, rest }: SectionProps) {
  return <SettingsList of={ACTIVITY_TYPES} base={base} rest={rest} />
}

/** The more useful half of those that the API knows. */
const ICONS = [
  ...['task', 'call', 'meeting', 'email', 'lunch', 'deadline', 'calendar', 'document', 'smartphone', 'bubble'],
  ...['addressbook', 'car', 'plane', 'truck', 'cart', 'presentation', 'bulb', 'bell', 'key', 'finish'],
]

let all: readonly ActivityType[] = []

const ACTIVITY_TYPES: SettingsListOf<ActivityType> = {
  title: 'Activity types',
  explains: 'What can be planned on a deal.',
  one: 'activity type',
  live: ['activity_type'],
  read: async () => {
    const { data } = await call<ActivityType[]>('GET /v1/activityTypes')
    all = data.filter(type => type.active_flag).toSorted((a, b) => a.order_nr - b.order_nr)
    return all
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ icon_key }) => icon_key,
  empty: 'There are no activity types. Add one, such as “Call”.',
  fields: () => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'icon_key', label: 'Icon', type: 'choice', choices: ICONS.map(id => ({ id, label: id })) },
  ],
  values: type => ({ name: type?.name ?? '', icon_key: type?.icon_key ?? 'task' }),
  add: { verb: 'Add an activity type', run: body => call('POST /v1/activityTypes', { body }) },
  change: ({ id }, body) => call(`PUT /v1/activityTypes/${id}`, { body }),
  // Their numbers need not follow each other, so all that stand elsewhere now are told.
  move: async (type, place) => {
    const order = all.filter(({ id }) => id !== type.id).toSpliced(place - 1, 0, type)
    for (const [nr, { id, order_nr }] of order.entries())
      if (order_nr !== nr + 1) await call(`PUT /v1/activityTypes/${id}`, { body: { order_nr: nr + 1 } })
  },
  remove: {
    loses: () => 'Activities that have it keep it; new ones cannot get it.',
    run: ({ id }) => call(`DELETE /v1/activityTypes/${id}`),
  },
}
