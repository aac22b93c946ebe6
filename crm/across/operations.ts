import { leadBulk } from './bulk/app/leads.ts'
import { bulkOperations } from './bulk/app/operations.ts'
import { changes } from './changes/v2/operations.ts'
import { conversions } from './conversions/v2/operations.ts'
import { duplicates } from './duplicates/app/operations.ts'
import { exports } from './exports/v2/operations.ts'
import { changesOfCaller } from './feed/app/operations.ts'
import { changeFeed } from './feed/v2/operations.ts'
import { filters } from './filters/v1/operations.ts'
import { appFlows } from './flow/app/operations.ts'
import { flows } from './flow/v1/operations.ts'
import { importOperations } from './imports/app/operations.ts'
import { dealMerge } from './merge/v1/mergeDeals.ts'
import { organizationMerge } from './merge/v1/mergeOrganizations.ts'
import { personMerge } from './merge/v1/mergePersons.ts'
import { movingIn } from './moveIn/app/operations.ts'
import { personalDataOperations } from './personalData/v2/operations.ts'
import { recents } from './recents/v1/operations.ts'
import { rows } from './rows/app/operations.ts'
import { samples } from './samples/app/operations.ts'
import { searchV1 } from './search/v1/operations.ts'
import { search } from './search/v2/operations.ts'
import { seeingAs } from './seeAs/app/view.ts'
import { upserts } from './upsert/v2/operations.ts'
import { webhooksV1 } from './webhooks/v1/operations.ts'
import { webhooksV2 } from './webhooks/v2/operations.ts'

/** Every operation that works on many kinds of record. */
export const acrossOperations = [
  ...upserts,
  ...conversions,
  ...flows,
  ...appFlows,
  ...dealMerge,
  ...filters,
  ...recents,
  ...rows,
  ...changes,
  ...exports,
  ...personalDataOperations,
  ...changeFeed,
  ...changesOfCaller,
  ...search,
  ...searchV1,
  ...duplicates,
  ...organizationMerge,
  ...personMerge,
  ...samples,
  ...webhooksV1,
  ...webhooksV2,
  ...bulkOperations,
  ...leadBulk,
  ...importOperations,
  ...movingIn,
  ...seeingAs,
]
