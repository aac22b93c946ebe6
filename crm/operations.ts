import { currencies } from './currencies/currencies.ts'
import { classicDeals } from './deals/classic.ts'
import { deals } from './deals/deals.ts'
import { dealFollowers } from './deals/followers.ts'
import { pipelines } from './pipelines/pipelines.ts'
import { stages } from './stages/stages.ts'
import { me } from './users/me.ts'

/** Every operation of the CRM. Each knows whether it belongs to v1 or v2. */
export const operations = [...classicDeals, ...currencies, ...deals, ...dealFollowers, ...me, ...pipelines, ...stages]
