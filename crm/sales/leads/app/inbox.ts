import { answer } from '@portico/kit/api/answer'
import { json } from '@portico/kit/api/json'
import { Id, nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { LeadLabel } from '../../leadLabels/v1/shape.ts'
import { listLeadLabels } from '../../leadLabels/v1/store.ts'
import { LeadValue } from '../v1/shape.ts'
import { INBOX_SORTS, placeIn, writeCursor } from './inboxOrder.ts'
import { countUnseen, selectInbox } from './inboxStore.ts'

/** A lead in the inbox: what its row shows. */
const InboxLead = Type.Object({
  id: Type.String(),
  version: Type.Integer({ description: 'For If-Match' }),
  title: Type.String(),
  owner_id: Type.Integer(),
  label_ids: Type.Array(Type.String()),
  source_name: Type.String(),
  is_archived: Type.Boolean(),
  was_seen: Type.Boolean(),
  value: nullable(LeadValue),
  person_id: nullable(Type.Integer()),
  person_name: nullable(Type.String()),
  organization_id: nullable(Type.Integer()),
  organization_name: nullable(Type.String()),
  add_time: Type.String(),
  next_activity: nullable(
    Type.Object({
      id: Type.Integer(),
      type: Type.String(),
      subject: Type.String(),
      due_date: nullable(Type.String()),
      due_time: nullable(Type.String()),
    }),
  ),
})
export type InboxLead = Static<typeof InboxLead>

/** Nobody reads more of them, and counting on would take time. */
const MOST_COUNTED = 1000
const Unseen = Type.Integer({
  description: `Leads that are not archived and that nobody has opened; ${MOST_COUNTED} when there are more`,
})

const Inbox = Type.Object({
  leads: Type.Array(InboxLead),
  labels: Type.Array(LeadLabel, { description: 'All that leads can have, oldest first' }),
  unseen: Unseen,
})
export type Inbox = Static<typeof Inbox>

/** Which leads the inbox lists: everything that is said must hold. */
export const LeadsFilter = Type.Object({
  archived: optional(Type.Boolean({ default: false })),
  owner_id: optional(Id),
  label_id: optional(Uuid),
  source: optional(Type.String({ maxLength: 255 })),
  filter_id: optional(Id),
})
export type LeadsFilter = Static<typeof LeadsFilter>

const getInbox = app({
  route: 'GET /leads',
  summary: 'Get leads with the names of their contacts and what is next, all labels and how many leads are unseen',
  query: {
    lead_id: optional({ ...Uuid, description: 'This one alone, archived or not' }),
    ...LeadsFilter.properties,
    sort: optional(oneOf(INBOX_SORTS, { default: 'newest' })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
    cursor: optional(Type.String({ maxLength: 4000 })),
  },
  reply: Inbox,
  beside: nextCursor,
  cost: 20,
  async run({ query }, crm) {
    const { sort = 'newest', limit = 50, cursor } = query
    const place = placeIn(sort, cursor)
    const target = await targetCurrency(crm)
    const where = query.lead_id ? sql`l.id = ${query.lead_id}` : await chosenLeads(crm, query)
    const rows = await selectInbox(crm, where, place, limit + 1, target)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const labels = `[${(await listLeadLabels(crm)).join(',')}]`
    const unseen = await countUnseen(crm, MOST_COUNTED)
    const wire = `{"leads":[${page.map(row => row.wire).join(',')}],"labels":${labels},"unseen":${unseen}}`
    return answer(json<Inbox>(wire), { beside: { additional_data: { next_cursor: last ? writeCursor(last) : null } } })
  },
})

const getUnseen = app({
  route: 'GET /leads/unseen',
  summary: 'Get how many leads nobody has opened yet',
  reply: Type.Object({ unseen: Unseen }),
  cost: 2,
  run: async (_, crm) => ({ unseen: await countUnseen(crm, MOST_COUNTED) }),
})

/** Those leads as SQL over `crm.lead l`. */
export async function chosenLeads(crm: Crm, filter: LeadsFilter): Promise<Fragment> {
  const { archived = false, owner_id, label_id, source, filter_id } = filter
  const byFilter = filter_id ? await filterCondition(crm, 'leads', filter_id, 'l') : sql`true`
  const byLabel = label_id ? sql`l.label_ids @> array[${label_id}::uuid]` : sql`true`
  return sql`l.is_archived = ${archived} and ${equal('l', { owner_id, source_name: source })} and ${byLabel} and ${byFilter}`
}

export const inbox = [getInbox, getUnseen]
