import { optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import { csvLine } from '@portico/kit/files/csv'
import Type from 'typebox'
import { writeAudit } from '../../../base/access/auditStore.ts'
import { app } from '../../../base/api/operation.ts'
import { pulledTexts } from '../../../base/api/pulledTexts.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { exportNames, type LeadNames } from './exportStore.ts'
import { chosenLeads, type InboxLead, LeadsFilter } from './inbox.ts'
import { placeIn, writeCursor } from './inboxOrder.ts'
import { selectInbox } from './inboxStore.ts'

const PAGE = 500

/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

const HEADS = [
  'Title',
  'Value',
  'Currency',
  'Labels',
  'Owner',
  'Person',
  'Organization',
  'Source',
  'Archived',
  'Added',
  'Next activity',
]

const exportLeads = app({
  route: 'POST /leads/export',
  summary: 'Download leads as CSV, the newest first',
  description: 'Those named by `ids`, archived or not, or all that the inbox lists with `filter`.',
  rights: ['can_export_data_from_lists'],
  body: {
    ids: optional(Type.Array(Uuid, { minItems: 1, maxItems: LIMITS.bulkNamed })),
    filter: optional(LeadsFilter),
  },
  reply: Type.Unknown(),
  whole: true,
  cost: 100,
  transaction: 'none',
  async run({ body }, crm) {
    const { services } = crm
    const where = body.ids ? sql`l.id = any(${body.ids}::uuid[])` : await chosenLeads(crm, body.filter ?? {})
    const target = await targetCurrency(crm)
    const names = await exportNames(crm)
    const { companyId, userId, credential } = crm.actor
    const address = services.clientNetwork(crm.call)
    // Written down before the first line is sent.
    await services.database.write(part =>
      writeAudit(part, { companyId, action: 'exported', subject: 'list of lead', userId, credential, address }),
    )
    let state: 'new' | 'going' | 'ended' = 'new'
    let cursor: string | undefined
    let left: number = LIMITS.bulkRecords
    const text = pulledTexts(async () => {
      if (state === 'ended') return ''
      await crm.stillAllowed()
      const limit = Math.min(PAGE, left)
      const rows = await services.database.read(part =>
        selectInbox({ ...crm, sql: part }, where, placeIn('newest', cursor), limit, target),
      )
      const last = rows.at(-1)
      const head = state === 'new' ? BYTE_ORDER_MARK + csvLine(HEADS) : ''
      left -= rows.length
      cursor = last && writeCursor(last)
      state = rows.length < limit || left <= 0 ? 'ended' : 'going'
      return head + rows.map(row => csvLine(cellsOf(JSON.parse(row.wire), names))).join('')
    })
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="leads.csv"',
        'cache-control': 'private, no-store',
      },
    })
  },
})

export const leadExport = [exportLeads]

function cellsOf(lead: InboxLead, { labels, users }: LeadNames): string[] {
  return [
    lead.title,
    lead.value ? String(lead.value.amount) : '',
    lead.value?.currency ?? '',
    lead.label_ids.flatMap(id => labels.get(id) ?? []).join(', '),
    users.get(lead.owner_id) ?? '',
    lead.person_name ?? '',
    lead.organization_name ?? '',
    lead.source_name,
    lead.is_archived ? 'yes' : 'no',
    lead.add_time,
    lead.next_activity?.due_date ?? '',
  ]
}
