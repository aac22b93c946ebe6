/** Kinds of records that have a screen: what they are called, where they are shown and where the server has them. */
export const RECORD_PLACES = {
  deal: { label: 'Deal', screen: '/app/deals', path: '/v2/deals' },
  person: { label: 'Person', screen: '/app/people', path: '/v2/persons' },
  organization: { label: 'Organization', screen: '/app/organizations', path: '/v2/organizations' },
  lead: { label: 'Lead', screen: '/app/leads', path: '/v1/leads' },
  project: { label: 'Project', screen: '/app/projects', path: '/v2/projects' },
  product: { label: 'Product', screen: '/app/products', path: '/v2/products' },
} as const

export type KindName = keyof typeof RECORD_PLACES
/** Leads are named by a UUID, all others by a number. */
export type RecordId = number | string

export function isKindName(name: string): name is KindName {
  return Object.hasOwn(RECORD_PLACES, name)
}

export function recordAddress(kind: KindName, id: RecordId): string {
  return `${RECORD_PLACES[kind].screen}/${id}`
}
