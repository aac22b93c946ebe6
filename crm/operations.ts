import { activities } from './activities/activities.ts'
import { classicActivities } from './activities/classic.ts'
import { activityTypes } from './activityTypes/activityTypes.ts'
import { currencies } from './currencies/currencies.ts'
import { classicDeals } from './deals/classic.ts'
import { deals } from './deals/deals.ts'
import { dealFollowers } from './deals/followers.ts'
import { filters } from './filters/filters.ts'
import { leadLabels } from './leadLabels/leadLabels.ts'
import { leadSources } from './leadSources/leadSources.ts'
import { pipelines } from './pipelines/pipelines.ts'
import { classicProducts } from './products/classic.ts'
import { productFollowers } from './products/followers.ts'
import { productImages } from './products/images.ts'
import { products } from './products/products.ts'
import { productRelated } from './products/related.ts'
import { productVariations } from './products/variations.ts'
import { stages } from './stages/stages.ts'
import { me } from './users/me.ts'

/** Every operation of the CRM. Each knows whether it belongs to v1 or v2. */
export const operations = [
  ...productRelated,
  ...productImages,
  ...productVariations,
  ...productFollowers,
  ...classicProducts,
  ...products,
  ...activities,
  ...classicActivities,
  ...activityTypes,
  ...leadLabels,
  ...leadSources,
  ...classicDeals,
  ...currencies,
  ...deals,
  ...filters,
  ...dealFollowers,
  ...me,
  ...pipelines,
  ...stages,
]
