import { dayIn, flagIn, numberIn, recordsIn, textIn, timeIn } from '../given.ts'
import type { MovedKind } from '../kind.ts'
import { replaceParticipants, replaceRows } from '../partStore.ts'
import { followers, followersOf, GONE, labels, owned } from './contacts.ts'
import { discountsOf, installmentKind, lineKind } from './dealParts.ts'

const DEAL_FACTS = 'include_fields=followers_count,participants_count,products_count,first_won_time'

export const deals: MovedKind = {
  name: 'deal',
  lists: [
    { path: `/api/v2/deals?${DEAL_FACTS}`, paging: 'cursor' },
    { path: `/api/v2/deals/archived?${DEAL_FACTS}`, paging: 'cursor' },
  ],
  parts: [
    followersOf('deals'),
    {
      name: 'participants',
      list: ([id]) => ({ path: `/v1/deals/${id}/participants`, paging: 'offset' }),
      when: record => record.participants_count !== 0,
    },
    {
      name: 'products',
      list: ids => ({ path: `/api/v2/deals/products?deal_ids=${ids.join(',')}`, paging: 'cursor', limit: 500 }),
      together: { most: 100, by: 'deal_id' },
      when: record => record.products_count !== 0,
    },
    {
      name: 'installments',
      list: ids => ({ path: `/api/v2/deals/installments?deal_ids=${ids.join(',')}`, paging: 'cursor', limit: 500 }),
      together: { most: 100, by: 'deal_id' },
      when: record => record.products_count !== 0,
    },
    {
      name: 'discounts',
      list: ([id]) => ({ path: `/api/v2/deals/${id}/discounts`, paging: 'whole' }),
      when: record => record.products_count !== 0,
    },
  ],
  row: {
    table: 'deal',
    values: async (record, look) => ({
      title: textIn(record.title) ?? '',
      ...owned(record, look),
      creator_id: look.user(record.creator_user_id),
      person_id: look.id('person', record.person_id),
      org_id: look.id('organization', record.org_id),
      pipeline_id: look.must('pipeline', record.pipeline_id),
      stage_id: look.must('stage', record.stage_id),
      value: numberIn(record.value) ?? 0,
      currency: textIn(record.currency) ?? 'USD',
      arr: numberIn(record.arr),
      mrr: numberIn(record.mrr),
      acv: numberIn(record.acv),
      status: textIn(record.status) ?? 'open',
      status_before: null,
      probability: numberIn(record.probability),
      lost_reason: textIn(record.lost_reason),
      label_ids: labels('deal', record, look),
      stage_change_time: timeIn(record.stage_change_time),
      won_time: timeIn(record.won_time),
      first_won_time: timeIn(record.first_won_time) ?? timeIn(record.won_time),
      lost_time: timeIn(record.lost_time),
      close_time: timeIn(record.close_time),
      expected_close_date: dayIn(record.expected_close_date),
      is_archived: flagIn(record.is_archived),
      archive_time: timeIn(record.archive_time),
      origin: textIn(record.origin) ?? undefined,
      origin_id: textIn(record.origin_id),
      channel: numberIn(record.channel),
      channel_id: textIn(record.channel_id),
      source_lead_id: look.trace('lead', record.source_lead_id),
      custom: await look.custom('deal', record.custom_fields),
    }),
  },
  async after(move, id, record, look) {
    const dealId = Number(id)
    await followers('deal')(move, id, record, look)
    const taking = recordsIn(record.participants).flatMap(({ person_id, added_by_user_id, add_time }) => {
      const person = look.id('person', person_id)
      if (person === null) return []
      const since = timeIn(add_time) ?? move.author.now
      return [{ id: Number(person), added_by: look.user(added_by_user_id), add_time: since }]
    })
    await replaceParticipants(move, dealId, taking)
    const parent = `deal ${String(record.id)}`
    await move.parts(lineKind(dealId), parent, recordsIn(record.products), look)
    await move.parts(installmentKind(dealId), parent, recordsIn(record.installments), look)
    await replaceRows(move, 'deal_discount', { deal_id: dealId }, discountsOf(record.discounts, look))
  },
  whenGone: now => ({ ...GONE(now), status: 'deleted' }),
}
