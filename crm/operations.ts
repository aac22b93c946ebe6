import { activities } from './activities/activities.ts'
import { classicActivities } from './activities/classic.ts'
import { activityTypes } from './activityTypes/activityTypes.ts'
import { companyAddons } from './billing/addons.ts'
import { conversions } from './conversions/conversions.ts'
import { currencies } from './currencies/currencies.ts'
import { exchangeRates } from './currencies/rates.ts'
import { classicDealProducts } from './dealProducts/classic.ts'
import { dealProducts } from './dealProducts/dealProducts.ts'
import { dealDiscounts } from './dealProducts/discounts.ts'
import { dealInstallments } from './dealProducts/installments.ts'
import { classicDeals } from './deals/classic.ts'
import { dealCollection } from './deals/collection.ts'
import { deals } from './deals/deals.ts'
import { dealDuplicate } from './deals/duplicate.ts'
import { dealFollowers } from './deals/followers.ts'
import { dealHistory } from './deals/history.ts'
import { dealLists } from './deals/lists.ts'
import { dealMerge } from './deals/merge.ts'
import { dealParticipants } from './deals/participants.ts'
import { dealSummaries } from './deals/summary.ts'
import { dealTimelines } from './deals/timeline.ts'
import { dealFields } from './fields/dealFields.ts'
import { organizationFields } from './fields/organizationFields.ts'
import { otherFields } from './fields/otherFields.ts'
import { personFields } from './fields/personFields.ts'
import { productFields } from './fields/productFields.ts'
import { files } from './files/files.ts'
import { relatedFiles } from './files/related.ts'
import { remoteFiles } from './files/remote.ts'
import { filters } from './filters/filters.ts'
import { leadLabels } from './leadLabels/leadLabels.ts'
import { leadSources } from './leadSources/leadSources.ts'
import { leads } from './leads/leads.ts'
import { organizationRelationships } from './organizationRelationships/organizationRelationships.ts'
import { classicOrganizations } from './organizations/classic.ts'
import { organizationCollection } from './organizations/collection.ts'
import { organizationFollowers } from './organizations/followers.ts'
import { organizationHistory } from './organizations/history.ts'
import { organizationMerge } from './organizations/merge.ts'
import { organizations } from './organizations/organizations.ts'
import { relatedToOrganization } from './organizations/related.ts'
import { classicPersons } from './persons/classic.ts'
import { personCollection } from './persons/collection.ts'
import { personFollowers } from './persons/followers.ts'
import { personHistory } from './persons/history.ts'
import { personMerge } from './persons/merge.ts'
import { persons } from './persons/persons.ts'
import { personPicture } from './persons/picture.ts'
import { relatedToPerson } from './persons/related.ts'
import { classicPipelines } from './pipelines/classic.ts'
import { pipelines } from './pipelines/pipelines.ts'
import { pipelineStatistics } from './pipelines/statistics.ts'
import { classicProducts } from './products/classic.ts'
import { productFollowers } from './products/followers.ts'
import { productImages } from './products/images.ts'
import { products } from './products/products.ts'
import { productRelated } from './products/related.ts'
import { productVariations } from './products/variations.ts'
import { classicSearch } from './search/classic.ts'
import { search } from './search/search.ts'
import { classicStages } from './stages/classic.ts'
import { stages } from './stages/stages.ts'
import { subscriptions } from './subscriptions/subscriptions.ts'
import { upserts } from './upsert/upsert.ts'
import { userConnections } from './userConnections/userConnections.ts'
import { userSettings } from './userSettings/userSettings.ts'
import { me } from './users/me.ts'

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
