import { dealProductsV1 } from './dealProducts/v1/operations.ts'
import { dealDiscounts } from './dealProducts/v2/discounts.ts'
import { dealInstallments } from './dealProducts/v2/installments.ts'
import { dealProducts } from './dealProducts/v2/operations.ts'
import { board } from './deals/app/board.ts'
import { forecast } from './deals/app/forecast.ts'
import { nextSteps } from './deals/app/nextSteps.ts'
import { dealCollection } from './deals/v1/collection.ts'
import { dealDuplicateV1 } from './deals/v1/duplicate.ts'
import { dealFieldsV1 } from './deals/v1/fields.ts'
import { dealFollowersV1 } from './deals/v1/followers.ts'
import { dealHistory } from './deals/v1/history.ts'
import { dealLists } from './deals/v1/lists.ts'
import { dealsV1 } from './deals/v1/operations.ts'
import { dealParticipants } from './deals/v1/participants.ts'
import { dealSummaries } from './deals/v1/summary.ts'
import { dealTimelines } from './deals/v1/timeline.ts'
import { dealDuplicateV2 } from './deals/v2/duplicate.ts'
import { dealFieldsV2 } from './deals/v2/fields.ts'
import { dealFollowersV2 } from './deals/v2/followers.ts'
import { deals } from './deals/v2/operations.ts'
import { goals } from './goals/v1/operations.ts'
import { insights } from './insights/app/operations.ts'
import { leadLabels } from './leadLabels/v1/operations.ts'
import { leadSources } from './leadSources/v1/operations.ts'
import { leadExport } from './leads/app/export.ts'
import { inbox } from './leads/app/inbox.ts'
import { leadFieldsV1 } from './leads/v1/fields.ts'
import { leads } from './leads/v1/operations.ts'
import { lostReasons } from './lostReasons/app/operations.ts'
import { pipelinesV1 } from './pipelines/v1/operations.ts'
import { pipelineStatistics } from './pipelines/v1/statistics.ts'
import { pipelines } from './pipelines/v2/operations.ts'
import { productFieldsV1 } from './products/v1/fields.ts'
import { productFollowersV1 } from './products/v1/followers.ts'
import { productsV1 } from './products/v1/operations.ts'
import { productRelated } from './products/v1/related.ts'
import { productFieldsV2 } from './products/v2/fields.ts'
import { productFollowersV2 } from './products/v2/followers.ts'
import { productImages } from './products/v2/images.ts'
import { products } from './products/v2/operations.ts'
import { productVariations } from './products/v2/variations.ts'
import { stageRemoval } from './stages/app/removal.ts'
import { stagesV1 } from './stages/v1/operations.ts'
import { stages } from './stages/v2/operations.ts'
import { subscriptions } from './subscriptions/v1/operations.ts'

/** Every operation on deals, products and what belongs to them. */
export const salesOperations = [
  ...subscriptions,
  ...dealInstallments,
  ...dealDiscounts,
  ...dealProductsV1,
  ...dealProducts,
  ...productRelated,
  ...productImages,
  ...productVariations,
  ...productFollowersV1,
  ...productFollowersV2,
  ...productsV1,
  ...products,
  ...leads,
  ...inbox,
  ...leadLabels,
  ...leadSources,
  ...dealsV1,
  ...board,
  ...forecast,
  ...nextSteps,
  ...dealCollection,
  ...deals,
  ...dealDuplicateV1,
  ...dealDuplicateV2,
  ...dealHistory,
  ...dealLists,
  ...dealParticipants,
  ...dealSummaries,
  ...dealTimelines,
  ...goals,
  ...insights,
  ...dealFieldsV1,
  ...dealFieldsV2,
  ...productFieldsV1,
  ...productFieldsV2,
  ...leadExport,
  ...leadFieldsV1,
  ...dealFollowersV1,
  ...dealFollowersV2,
  ...pipelinesV1,
  ...pipelines,
  ...pipelineStatistics,
  ...stagesV1,
  ...stages,
  ...stageRemoval,
  ...lostReasons,
]
