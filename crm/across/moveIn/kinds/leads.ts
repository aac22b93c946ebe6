import { isRecord } from '@portico/kit/api/isRecord'
import { dayIn, flagIn, numberIn, textIn, timeIn, timesOf } from '../given.ts'
import type { MovedKind } from '../kind.ts'
import { GONE, owned } from './contacts.ts'

export const leadLabels: MovedKind = {
  name: 'lead label',
  lists: [{ path: '/v1/leadLabels', paging: 'whole' }],
  replaces: ['lead_label'],
  row: {
    table: 'lead_label',
    same: 'name',
    values: record => ({ name: textIn(record.name) ?? '', color: textIn(record.color) ?? 'gray', ...timesOf(record) }),
  },
  whenGone: 'deleted',
}

export const leads: MovedKind = {
  name: 'lead',
  lists: [
    { path: '/v1/leads', paging: 'offset' },
    { path: '/v1/leads/archived', paging: 'offset' },
  ],
  row: {
    table: 'lead',
    values: async (record, look) => {
      const { amount, currency } = isRecord(record.value) ? record.value : {}
      return {
        title: textIn(record.title) ?? '',
        ...owned(record, look),
        creator_id: look.user(record.creator_id),
        label_ids: look.ids('lead label', record.label_ids).map(String),
        person_id: look.id('person', record.person_id),
        organization_id: look.id('organization', record.organization_id),
        source_name: textIn(record.source_name) ?? undefined,
        origin: textIn(record.origin) ?? undefined,
        origin_id: textIn(record.origin_id),
        channel: numberIn(record.channel),
        channel_id: textIn(record.channel_id),
        source_deal_id: look.trace('deal', record.source_deal_id),
        is_archived: flagIn(record.is_archived),
        archive_time: timeIn(record.archive_time),
        was_seen: flagIn(record.was_seen),
        value_amount: numberIn(amount),
        value_currency: textIn(currency),
        expected_close_date: dayIn(record.expected_close_date),
        custom: await look.custom('lead', record),
      }
    },
  },
  whenGone: GONE,
}
