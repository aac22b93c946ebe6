import type { Right } from '../base/access/rights.ts'
import type { TestUser } from './startTestCrm.ts'
import { type Kind, NOT_LEADS, PLURAL, sees, TERM, type World } from './visibilityWorld.ts'

export type Sent = [method: string, path: string, body?: object]

export interface Write {
  kind: Kind
  rights?: readonly Right[]
  /** Leaves the record, its links and who sees it as they are. */
  harmless?: true
  /** Names a record that is not there: good for refusals alone. */
  onlyRefused?: true
  sent(id: number | string, other: number | string, user: TestUser): Sent
}

const named = (kind: Kind) =>
  kind === 'deal' || kind === 'lead' ? { title: `${TERM} again` } : { name: `${TERM} again` }

/** Every way to change a record. */
export const CHANGES: Write[] = [
  ...NOT_LEADS.flatMap((kind): Write[] => {
    const edits: { rights?: readonly Right[] } = kind === 'product' ? { rights: ['can_edit_products'] } : {}
    const deletes: { rights?: readonly Right[] } = kind === 'deal' ? { rights: ['can_delete_deals'] } : edits
    return [
      { kind, ...edits, harmless: true, sent: id => ['PATCH', `/v2/${PLURAL[kind]}/${id}`, named(kind)] },
      { kind, ...edits, harmless: true, sent: id => ['PUT', `/v1/${PLURAL[kind]}/${id}`, named(kind)] },
      { kind, ...deletes, sent: id => ['DELETE', `/v2/${PLURAL[kind]}/${id}`] },
      { kind, ...deletes, sent: id => ['DELETE', `/v1/${PLURAL[kind]}/${id}`] },
      { kind, sent: (id, _, user) => ['POST', `/v2/${PLURAL[kind]}/${id}/followers`, { user_id: user.userId }] },
      { kind, sent: (id, _, user) => ['POST', `/v1/${PLURAL[kind]}/${id}/followers`, { user_id: user.userId }] },
    ]
  }),
  { kind: 'lead', harmless: true, sent: id => ['PATCH', `/v1/leads/${id}`, named('lead')] },
  { kind: 'lead', sent: id => ['DELETE', `/v1/leads/${id}`] },
  { kind: 'lead', sent: id => ['POST', `/v2/leads/${id}/convert/deal`, {}] },
  { kind: 'deal', rights: ['can_convert_deals_to_leads'], sent: id => ['POST', `/v2/deals/${id}/convert/lead`, {}] },
  { kind: 'deal', rights: ['can_delete_deals', 'can_bulk_edit_items'], sent: id => ['DELETE', `/v1/deals?ids=${id}`] },
  { kind: 'deal', sent: id => ['POST', `/v1/deals/${id}/duplicate`, {}] },
  {
    kind: 'deal',
    onlyRefused: true,
    sent: id => ['POST', `/v2/deals/${id}/products`, { product_id: 1, item_price: 1, quantity: 1 }],
  },
  { kind: 'deal', onlyRefused: true, sent: id => ['POST', `/v1/deals/${id}/participants`, { person_id: 1 }] },
  {
    kind: 'product',
    rights: ['can_edit_products'],
    sent: id => ['POST', `/v2/products/${id}/variations`, { name: 'x' }],
  },
  { kind: 'product', sent: id => ['POST', `/v2/products/${id}/duplicate`, {}] },
  { kind: 'person', rights: ['can_bulk_edit_items'], sent: id => ['DELETE', `/v1/persons?ids=${id}`] },
  merge('deal', 'can_merge_deals'),
  merge('person', 'can_merge_people'),
  merge('organization'),
]

function merge(kind: Kind, right?: Right): Write {
  return {
    kind,
    ...(right && { rights: [right] }),
    sent: (id, other) => ['PUT', `/v1/${PLURAL[kind]}/${id}/merge`, { merge_with_id: other }],
  }
}

/** Whether it is done: a new deal needs a pipeline that its maker sees. */
export function mayWrite(world: World, at: number, write: Write, record: World['records'][number]): boolean {
  const user = world.plan.users[at]
  if (record.kind !== write.kind || !user || refusal(world, at, write, record)) return false
  return user.admin || (world.plan.hidden[user.role]?.length ?? 0) < world.pipelines.length
}

/** Rights come before visibility; admins have them all. */
export function refusal({ plan }: World, at: number, { rights = [] }: Write, record: World['records'][number]): number {
  const user = plan.users[at]
  if (user && !user.admin && rights.some(right => user.lacking.includes(right))) return 403
  return sees(plan, at, record) ? 0 : 404
}
