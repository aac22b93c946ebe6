import { conversions } from './across/conversions/v2/operations.ts'
import { filters } from './across/filters/v1/operations.ts'
import { dealMerge } from './across/merge/mergeDeals.ts'
import { organizationMerge } from './across/merge/mergeOrganizations.ts'
import { personMerge } from './across/merge/mergePersons.ts'
import { classicSearch } from './across/search/v1/operations.ts'
import { search } from './across/search/v2/operations.ts'
import { upserts } from './across/upsert/v2/operations.ts'
import { dealFields } from './base/fields/dealFields.ts'
import { organizationFields } from './base/fields/organizationFields.ts'
import { otherFields } from './base/fields/otherFields.ts'
import { personFields } from './base/fields/personFields.ts'
import { productFields } from './base/fields/productFields.ts'
import { companyAddons } from './company/billing/v1/operations.ts'
import { currencies } from './company/currencies/v1/operations.ts'
import { exchangeRates } from './company/currencies/v1/rates.ts'
import { userConnections } from './company/userConnections/v1/operations.ts'
import { userSettings } from './company/userSettings/v1/operations.ts'
import { me } from './company/users/v1/me.ts'
import { organizationFollowers } from './contacts/organizations/followers.ts'
import { organizationCollection } from './contacts/organizations/v1/collection.ts'
import { organizationHistory } from './contacts/organizations/v1/history.ts'
import { classicOrganizations } from './contacts/organizations/v1/operations.ts'
import { relatedToOrganization } from './contacts/organizations/v1/related.ts'
import { organizations } from './contacts/organizations/v2/operations.ts'
import { personFollowers } from './contacts/persons/followers.ts'
import { personPicture } from './contacts/persons/picture.ts'
import { personCollection } from './contacts/persons/v1/collection.ts'
import { personHistory } from './contacts/persons/v1/history.ts'
import { classicPersons } from './contacts/persons/v1/operations.ts'
import { relatedToPerson } from './contacts/persons/v1/related.ts'
import { persons } from './contacts/persons/v2/operations.ts'
import { organizationRelationships } from './contacts/relationships/v1/operations.ts'
import { classicDealProducts } from './sales/dealProducts/v1/operations.ts'
import { dealDiscounts } from './sales/dealProducts/v2/discounts.ts'
import { dealInstallments } from './sales/dealProducts/v2/installments.ts'
import { dealProducts } from './sales/dealProducts/v2/operations.ts'
import { dealFollowers } from './sales/deals/followers.ts'
import { dealCollection } from './sales/deals/v1/collection.ts'
import { dealDuplicate } from './sales/deals/v1/duplicate.ts'
import { dealHistory } from './sales/deals/v1/history.ts'
import { dealLists } from './sales/deals/v1/lists.ts'
import { classicDeals } from './sales/deals/v1/operations.ts'
import { dealParticipants } from './sales/deals/v1/participants.ts'
import { dealSummaries } from './sales/deals/v1/summary.ts'
import { dealTimelines } from './sales/deals/v1/timeline.ts'
import { deals } from './sales/deals/v2/operations.ts'
import { leadLabels } from './sales/leadLabels/v1/operations.ts'
import { leadSources } from './sales/leadSources/v1/operations.ts'
import { leads } from './sales/leads/v1/operations.ts'
import { classicPipelines } from './sales/pipelines/v1/operations.ts'
import { pipelineStatistics } from './sales/pipelines/v1/statistics.ts'
import { pipelines } from './sales/pipelines/v2/operations.ts'
import { productFollowers } from './sales/products/followers.ts'
import { classicProducts } from './sales/products/v1/operations.ts'
import { productRelated } from './sales/products/v1/related.ts'
import { productImages } from './sales/products/v2/images.ts'
import { products } from './sales/products/v2/operations.ts'
import { productVariations } from './sales/products/v2/variations.ts'
import { classicStages } from './sales/stages/v1/operations.ts'
import { stages } from './sales/stages/v2/operations.ts'
import { subscriptions } from './sales/subscriptions/v1/operations.ts'
import { classicActivities } from './work/activities/v1/operations.ts'
import { activities } from './work/activities/v2/operations.ts'
import { activityTypes } from './work/activityTypes/v1/operations.ts'
import { files } from './work/files/v1/operations.ts'
import { relatedFiles } from './work/files/v1/related.ts'
import { remoteFiles } from './work/files/v1/remote.ts'

/** Every operation of the CRM. Each knows whether it belongs to v1 or v2. */
export const operations = [
  ...upserts,
  ...subscriptions,
  ...dealInstallments,
  ...dealDiscounts,
  ...classicDealProducts,
  ...dealProducts,
  ...productRelated,
  ...productImages,
  ...productVariations,
  ...productFollowers,
  ...classicProducts,
  ...products,
  ...activities,
  ...classicActivities,
  ...activityTypes,
  ...companyAddons,
  ...conversions,
  ...leads,
  ...userConnections,
  ...userSettings,
  ...leadLabels,
  ...leadSources,
  ...classicDeals,
  ...currencies,
  ...exchangeRates,
  ...dealCollection,
  ...deals,
  ...dealDuplicate,
  ...dealHistory,
  ...dealLists,
  ...dealMerge,
  ...dealParticipants,
  ...dealSummaries,
  ...dealTimelines,
  ...files,
  ...remoteFiles,
  ...relatedFiles,
  ...filters,
  ...dealFields,
  ...personFields,
  ...organizationFields,
  ...productFields,
  ...otherFields,
  ...search,
  ...classicSearch,
  ...dealFollowers,
  ...me,
  ...organizationRelationships,
  ...classicOrganizations,
  ...organizationCollection,
  ...organizationFollowers,
  ...organizationHistory,
  ...organizationMerge,
  ...organizations,
  ...relatedToOrganization,
  ...classicPersons,
  ...personCollection,
  ...personFollowers,
  ...personHistory,
  ...personMerge,
  ...persons,
  ...personPicture,
  ...relatedToPerson,
  ...classicPipelines,
  ...pipelines,
  ...pipelineStatistics,
  ...classicStages,
  ...stages,
]
