import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { recordReads } from '../../../base/records/readStore.ts'
import type { Organization } from './shape.ts'
import { includedFacts, organizationColumnsV2 } from './wire.ts'

export const {
  one: oneOrganizationV2,
  page: organizationPageV2,
  several: severalOrganizationsV2,
} = recordReads<Organization>({
  name: 'Organization',
  table: 'organization',
  alias: 'o',
  customFieldsOf: 'organization',
  maySee: actor => maySee(actor, 'organization', 'o'),
  async select(crm, include) {
    const own = organizationColumnsV2(await fieldsOf(crm, 'organization'))
    const { columns, joins } = await includedFacts(crm, include)
    return { columns: sql`${own} ${columns}`, joins }
  },
})
