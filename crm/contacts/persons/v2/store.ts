import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'
import { maySee } from '../../../base/access/visibility.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { recordReads } from '../../../base/records/readStore.ts'
import type { Person } from './shape.ts'
import { includedFacts, personColumnsV2 } from './wire.ts'

export const {
  one: onePersonV2,
  page: personPageV2,
  several: severalPersonsV2,
} = recordReads<Person>({
  name: 'Person',
  table: 'person',
  alias: 'p',
  customFieldsOf: 'person',
  maySee: actor => maySee(actor, 'person', 'p'),
  async select(crm, include) {
    const own = personColumnsV2(await fieldsOf(crm, 'person'))
    const { columns, joins } = await includedFacts(crm, include)
    return { columns: sql`${own} ${columns}`, joins }
  },
})

/** The contact and the participants of a deal that the caller may see, among `crm.person p`. */
export function takePartIn(actor: Actor, dealId: number): Fragment {
  return sql`p.id in (
    select d.person_id from crm.deal d where d.company_id = ${actor.companyId} and d.id = ${dealId} and ${maySee(actor, 'deal', 'd')}
    union all
    select x.person_id from crm.participant x join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
    where x.company_id = ${actor.companyId} and x.deal_id = ${dealId} and ${maySee(actor, 'deal', 'd')})`
}
