import type { Fragment } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import type { PictureV1 } from '../../v1/contacts.ts'
import { pictureV1 } from '../pictureWire.ts'
import { personWireV1 } from './wire.ts'

/** A person in v1 with what its answer names, for the related objects. */
export interface PersonRowV1 extends WireRowV1 {
  id: number
  owner_id: number
  org_id: number | null
  picture: Static<typeof PictureV1> | null
}

/** Persons the caller may see, in v1. `where`, `orderBy` and `page` refer to `crm.person p`. */
export async function selectPersonsV1(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<PersonRowV1[]> {
  const { sql, actor, services } = crm
  const { columns, joins } = await personWireV1(crm)
  return sql<PersonRowV1[]>`
    select row_to_json(w)::text as wire,
      p.custom::text as custom, p.version, p.id, p.owner_id, p.org_id, ${pictureV1(services.origin)} as picture
    from (
      select p.*, row_number() over (order by ${orderBy}) as place from crm.person p
      where p.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'person', 'p')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) p ${joins} cross join lateral (select ${columns}) w
    order by p.place`
}

export async function findPersonV1(crm: Crm, id: number): Promise<PersonRowV1 | undefined> {
  const { sql } = crm
  const [person] = await selectPersonsV1(crm, sql`p.id = ${id}`, sql`p.id`, { start: 0, limit: 1 })
  return person
}

/** What the answer names, for the related objects beside it. */
export function relatedOf(persons: readonly PersonRowV1[]) {
  return { user: persons.map(person => person.owner_id), organization: persons.map(person => person.org_id) }
}
