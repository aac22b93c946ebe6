import { loaded } from '../../parts/loaded.tsx'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { DealProducts } from './dealProducts.tsx'
import { Files } from './files.tsx'
import { Followers } from './followers.tsx'
import { Participants } from './participants.tsx'
import { RelatedDeals, RelatedLeads, RelatedPeople } from './related.tsx'
import { Relationships } from './relationships.tsx'

const Prices = loaded(async () => (await import('./prices.tsx')).Prices)
const Variations = loaded(async () => (await import('./prices.tsx')).Variations)
const DealsOfProduct = loaded(async () => (await import('./prices.tsx')).DealsOfProduct)
const ProjectLinks = loaded(async () => (await import('../project/projectLinks.tsx')).ProjectLinks)

/** What belongs to a record: its kind says which parts. */
export function RecordSide({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const id = Number(store.id)
  const contact = record.org_id ? `org_id=${record.org_id}` : record.person_id ? `person_id=${record.person_id}` : ''
  return store.kind.side.map(part => {
    if (part === 'participants') return <Participants key={part} store={store} />
    if (part === 'products') return <DealProducts key={part} store={store} record={record} />
    if (part === 'followers') return <Followers key={part} store={store} />
    if (part === 'files') return <Files key={part} store={store} />
    if (part === 'deals') return <RelatedDeals key={part} where={`${store.kind.link}=${id}`} />
    if (part === 'leads')
      return (
        <RelatedLeads key={part} where={`${store.kind.name === 'person' ? 'person_id' : 'organization_id'}=${id}`} />
      )
    if (part === 'otherDeals')
      return contact && <RelatedDeals key={contact} title="Other deals" where={contact} except={store.id} />
    if (part === 'people') return <RelatedPeople key={part} orgId={id} />
    if (part === 'relationships') return <Relationships key={part} orgId={id} />
    if (part === 'prices') return <Prices key={part} store={store} record={record} />
    if (part === 'variations') return <Variations key={part} store={store} />
    if (part === 'projectLinks') return <ProjectLinks key={part} store={store} record={record} />
    if (part === 'dealsOfProduct') return <DealsOfProduct key={part} store={store} />
    return null
  })
}
