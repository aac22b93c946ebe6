import { isRecord } from '@portico/kit/api/isRecord'
import { dayIn, flagIn, idIn, listIn, numberIn, recordsIn, textIn, timeIn, timesOf } from '../given.ts'
import type { Look, MovedKind, PartKind } from '../kind.ts'
import { replaceParticipants, replaceRows, storeVariation } from '../partStore.ts'
import type { List } from '../source.ts'
import { followers, followersOf, GONE, labels, owned } from './contacts.ts'
import { optionsOf } from './fields.ts'

export const pipelines: MovedKind = {
  name: 'pipeline',
  lists: [{ path: '/api/v2/pipelines', paging: 'cursor' }],
  replaces: ['stage', 'pipeline'],
  row: {
    table: 'pipeline',
    values: record => ({
      name: textIn(record.name) ?? 'Pipeline',
      order_nr: numberIn(record.order_nr) ?? 1,
      is_deal_probability_enabled: flagIn(record.is_deal_probability_enabled),
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}

export const stages: MovedKind = {
  name: 'stage',
  lists: [{ path: '/api/v2/stages', paging: 'cursor' }],
  row: {
    table: 'stage',
    values: (record, look) => ({
      name: textIn(record.name) ?? 'Stage',
      pipeline_id: look.must('pipeline', record.pipeline_id),
      order_nr: numberIn(record.order_nr) ?? 1,
      deal_probability: numberIn(record.deal_probability) ?? undefined,
      is_deal_rot_enabled: flagIn(record.is_deal_rot_enabled),
      days_to_rotten: numberIn(record.days_to_rotten),
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}

export const products: MovedKind = {
  name: 'product',
  lists: [{ path: '/api/v2/products', paging: 'cursor' }],
  parts: [
    followersOf('products'),
    { name: 'variations', list: ([id]) => ({ path: `/api/v2/products/${id}/variations`, paging: 'cursor' }) },
  ],
  row: {
    table: 'product',
    values: async (record, look) => ({
      name: textIn(record.name) ?? '',
      code: textIn(record.code),
      description: textIn(record.description),
      unit: textIn(record.unit),
      tax: numberIn(record.tax) ?? undefined,
      category: look.id(optionsOf('product', 'category'), record.category),
      ...owned(record, look),
      is_linkable: record.is_linkable === undefined ? undefined : flagIn(record.is_linkable),
      billing_frequency: textIn(record.billing_frequency) ?? undefined,
      billing_frequency_cycles: numberIn(record.billing_frequency_cycles),
      custom: await look.custom('product', record.custom_fields),
    }),
  },
  async after(move, id, record, look) {
    const productId = Number(id)
    const prices = pricesOf(record.prices).map(price => ({ ...price, variation_id: 0 }))
    for (const variation of recordsIn(record.variations)) {
      const known = look.known('variation', variation.id)
      const kept = known ?? (await move.keepId('product_variation', String(variation.id)))
      const variationId = await storeVariation(move.author, productId, {
        id: kept === undefined ? undefined : Number(kept),
        name: textIn(variation.name) ?? '',
        isKnown: known !== null,
      })
      move.remember('variation', String(variation.id), variationId)
      for (const price of pricesOf(variation.prices)) prices.push({ ...price, variation_id: variationId })
    }
    await replaceRows(move, 'product_price', { product_id: productId }, prices)
    await followers('product')(move, id, record, look)
  },
  whenGone: GONE,
}

function pricesOf(given: unknown) {
  return recordsIn(given).flatMap(price => {
    const currency = textIn(price.currency)
    if (!currency) return []
    const amounts = { price: numberIn(price.price) ?? 0, cost: numberIn(price.cost) ?? 0 }
    return [{ currency, ...amounts, direct_cost: numberIn(price.direct_cost), notes: textIn(price.notes) ?? '' }]
  })
}

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

const lineKind = (deal_id: number): PartKind => ({
  name: 'product on deal',
  table: 'deal_product',
  values: (line, look) => ({
    deal_id,
    product_id: look.must('product', line.product_id),
    product_variation_id: look.id('variation', line.product_variation_id),
    item_price: numberIn(line.item_price) ?? 0,
    quantity: numberIn(line.quantity) ?? 1,
    discount: numberIn(line.discount) ?? undefined,
    discount_type: textIn(line.discount_type) ?? undefined,
    tax: numberIn(line.tax) ?? undefined,
    tax_method: textIn(line.tax_method) ?? undefined,
    comments: textIn(line.comments),
    is_enabled: line.is_enabled === undefined ? undefined : flagIn(line.is_enabled),
    order_nr: numberIn(line.order_nr) ?? undefined,
    billing_frequency: textIn(line.billing_frequency) ?? undefined,
    billing_frequency_cycles: numberIn(line.billing_frequency_cycles),
    billing_start_date: dayIn(line.billing_start_date),
    ...timesOf(line),
  }),
})

const installmentKind = (deal_id: number): PartKind => ({
  name: 'installment of deal',
  table: 'deal_installment',
  values: row => ({
    deal_id,
    amount: numberIn(row.amount) ?? 0,
    billing_date: dayIn(row.billing_date),
    description: textIn(row.description) ?? '',
  }),
})

function discountsOf(given: unknown, look: Look) {
  return recordsIn(given).map(row => ({
    id: String(row.id),
    type: textIn(row.type),
    amount: numberIn(row.amount) ?? 0,
    description: textIn(row.description) ?? '',
    created_by: look.user(row.created_by),
    created_at: timeIn(row.created_at) ?? new Date(0),
    updated_by: row.updated_by === null || row.updated_by === undefined ? null : look.user(row.updated_by),
    updated_at: timeIn(row.updated_at),
  }))
}

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

/** Goals are found by whom they are for. */
export const goals: MovedKind = {
  name: 'goal',
  lists: ({ sourceIds, companyId }) => [
    ...sourceIds('user').map(id => goalsFor('person', id)),
    ...sourceIds('team').map(id => goalsFor('team', id)),
    goalsFor('company', String(companyId)),
  ],
  row: {
    table: 'goal',
    values: (record, look) => {
      const { type, assignee, expected_outcome: outcome, duration } = record
      const { name, params } = isRecord(type) ? type : {}
      const given = isRecord(params) ? params : {}
      const { id: assigneeId, type: assigneeType } = isRecord(assignee) ? assignee : {}
      const { target, tracking_metric, currency_id } = isRecord(outcome) ? outcome : {}
      const { start, end } = isRecord(duration) ? duration : {}
      const kind = textIn(assigneeType) ?? 'person'
      return {
        owner_id: look.user(record.owner_id),
        title: textIn(record.title) ?? '',
        type_name: (textIn(name) ?? '').toLowerCase().replaceAll(' ', '_'),
        pipeline_ids: named(given.pipeline_id) && look.ids('pipeline', named(given.pipeline_id)).map(Number),
        stage_id: look.id('stage', given.stage_id),
        activity_type_ids:
          named(given.activity_type_id) && look.ids('activity type', named(given.activity_type_id)).map(Number),
        assignee_type: kind,
        assignee_id:
          kind === 'company' ? look.must('company', 'own') : look.must(kind === 'team' ? 'team' : 'user', assigneeId),
        target: numberIn(target) ?? 0,
        tracking_metric: textIn(tracking_metric) ?? 'quantity',
        currency_id: tracking_metric === 'sum' ? look.must('currency', currency_id) : null,
        duration_start: dayIn(start),
        duration_end: dayIn(end),
        interval: textIn(record.interval) ?? 'monthly',
        is_deleted: false,
        delete_time: null,
      }
    },
  },
  whenGone: GONE,
}

function goalsFor(type: string, id: string): List {
  return { path: `/v1/goals/find?assignee.type=${type}&assignee.id=${id}`, paging: 'whole', under: 'goals' }
}

/** Null: all of them. */
function named(given: unknown): unknown[] | null {
  const list = listIn(given ?? []).length > 0 ? listIn(given) : idIn(given) === null ? [] : [given]
  return list.length > 0 ? list : null
}
