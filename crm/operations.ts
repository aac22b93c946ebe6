import { changes } from './across/changes/v2/operations.ts'
import { conversions } from './across/conversions/v2/operations.ts'
import { filters } from './across/filters/v1/operations.ts'
import { flows } from './across/flow/v1/operations.ts'
import { dealMerge } from './across/merge/v1/mergeDeals.ts'
import { organizationMerge } from './across/merge/v1/mergeOrganizations.ts'
import { personMerge } from './across/merge/v1/mergePersons.ts'
import { recents } from './across/recents/v1/operations.ts'
import { classicSearch } from './across/search/v1/operations.ts'
import { search } from './across/search/v2/operations.ts'
import { upserts } from './across/upsert/v2/operations.ts'
import { audit } from './company/audit/app/operations.ts'
import { companyAddons } from './company/billing/v1/operations.ts'
import { currencies } from './company/currencies/v1/operations.ts'
import { exchangeRates } from './company/currencies/v1/rates.ts'
import { appsOfCompany } from './company/oauth/app/apps.ts'
import { installedApps } from './company/oauth/app/installedApps.ts'
import { appsEndpoint } from './company/oauth/endpoints/apps.ts'
import { revokeEndpoint } from './company/oauth/endpoints/revoke.ts'
import { tokenEndpoint } from './company/oauth/endpoints/token.ts'
import { userAccess } from './company/permissionSets/app/access.ts'
import { permissionSetsInApp } from './company/permissionSets/app/operations.ts'
import { permissionSets } from './company/permissionSets/v1/operations.ts'
import { roleAssignments } from './company/roles/v1/assignments.ts'
import { roles } from './company/roles/v1/operations.ts'
import { rolePipelines } from './company/roles/v1/pipelines.ts'
import { roleSettings } from './company/roles/v1/settings.ts'
import { sessionsOfCaller } from './company/sessions/app/operations.ts'
import { signInOfCaller } from './company/signIn/app/operations.ts'
import { teams } from './company/teams/v1/operations.ts'
import { teamUsers } from './company/teams/v1/users.ts'
import { apiTokensOfCaller } from './company/tokens/app/operations.ts'
import { userConnections } from './company/userConnections/v1/operations.ts'
import { userSettings } from './company/userSettings/v1/operations.ts'
import { userFollowersInApp } from './company/users/app/followers.ts'
import { invitations } from './company/users/app/invitation.ts'
import { profileOfCaller } from './company/users/app/me.ts'
import { userFollowersV1 } from './company/users/v1/followers.ts'
import { managedUsers } from './company/users/v1/manage.ts'
import { me } from './company/users/v1/me.ts'
import { users } from './company/users/v1/operations.ts'
import { userPermissions } from './company/users/v1/rights.ts'
import { roleOfUser } from './company/users/v1/role.ts'
import { userFollowersV2 } from './company/users/v2/followers.ts'
import { organizationCollection } from './contacts/organizations/v1/collection.ts'
import { organizationFieldsV1 } from './contacts/organizations/v1/fields.ts'
import { organizationFollowersV1 } from './contacts/organizations/v1/followers.ts'
import { organizationHistory } from './contacts/organizations/v1/history.ts'
import { classicOrganizations } from './contacts/organizations/v1/operations.ts'
import { relatedToOrganization } from './contacts/organizations/v1/related.ts'
import { organizationFieldsV2 } from './contacts/organizations/v2/fields.ts'
import { organizationFollowersV2 } from './contacts/organizations/v2/followers.ts'
import { organizations } from './contacts/organizations/v2/operations.ts'
import { personCollection } from './contacts/persons/v1/collection.ts'
import { personFieldsV1 } from './contacts/persons/v1/fields.ts'
import { personFollowersV1 } from './contacts/persons/v1/followers.ts'
import { personHistory } from './contacts/persons/v1/history.ts'
import { classicPersons } from './contacts/persons/v1/operations.ts'
import { personPictureV1 } from './contacts/persons/v1/picture.ts'
import { relatedToPerson } from './contacts/persons/v1/related.ts'
import { personFieldsV2 } from './contacts/persons/v2/fields.ts'
import { personFollowersV2 } from './contacts/persons/v2/followers.ts'
import { persons } from './contacts/persons/v2/operations.ts'
import { personPictureV2 } from './contacts/persons/v2/picture.ts'
import { organizationRelationships } from './contacts/relationships/v1/operations.ts'
import { classicDealProducts } from './sales/dealProducts/v1/operations.ts'
import { dealDiscounts } from './sales/dealProducts/v2/discounts.ts'
import { dealInstallments } from './sales/dealProducts/v2/installments.ts'
import { dealProducts } from './sales/dealProducts/v2/operations.ts'
import { dealCollection } from './sales/deals/v1/collection.ts'
import { dealDuplicate } from './sales/deals/v1/duplicate.ts'
import { dealFieldsV1 } from './sales/deals/v1/fields.ts'
import { dealFollowersV1 } from './sales/deals/v1/followers.ts'
import { dealHistory } from './sales/deals/v1/history.ts'
import { dealLists } from './sales/deals/v1/lists.ts'
import { classicDeals } from './sales/deals/v1/operations.ts'
import { dealParticipants } from './sales/deals/v1/participants.ts'
import { dealSummaries } from './sales/deals/v1/summary.ts'
import { dealTimelines } from './sales/deals/v1/timeline.ts'
import { dealFieldsV2 } from './sales/deals/v2/fields.ts'
import { dealFollowersV2 } from './sales/deals/v2/followers.ts'
import { deals } from './sales/deals/v2/operations.ts'
import { goals } from './sales/goals/v1/operations.ts'
import { leadLabels } from './sales/leadLabels/v1/operations.ts'
import { leadSources } from './sales/leadSources/v1/operations.ts'
import { leadFieldsV1 } from './sales/leads/v1/fields.ts'
import { leads } from './sales/leads/v1/operations.ts'
import { classicPipelines } from './sales/pipelines/v1/operations.ts'
import { pipelineStatistics } from './sales/pipelines/v1/statistics.ts'
import { pipelines } from './sales/pipelines/v2/operations.ts'
import { productFieldsV1 } from './sales/products/v1/fields.ts'
import { productFollowersV1 } from './sales/products/v1/followers.ts'
import { classicProducts } from './sales/products/v1/operations.ts'
import { productRelated } from './sales/products/v1/related.ts'
import { productFieldsV2 } from './sales/products/v2/fields.ts'
import { productFollowersV2 } from './sales/products/v2/followers.ts'
import { productImages } from './sales/products/v2/images.ts'
import { products } from './sales/products/v2/operations.ts'
import { productVariations } from './sales/products/v2/variations.ts'
import { classicStages } from './sales/stages/v1/operations.ts'
import { stages } from './sales/stages/v2/operations.ts'
import { subscriptions } from './sales/subscriptions/v1/operations.ts'
import { activityFieldsV1 } from './work/activities/v1/fields.ts'
import { classicActivities } from './work/activities/v1/operations.ts'
import { activityFieldsV2 } from './work/activities/v2/fields.ts'
import { activities } from './work/activities/v2/operations.ts'
import { activityTypes } from './work/activityTypes/v1/operations.ts'
import { callLogs } from './work/callLogs/v1/operations.ts'
import { callRecordings } from './work/callLogs/v1/recordings.ts'
import { channelsInApp } from './work/channels/app/operations.ts'
import { channels } from './work/channels/v1/operations.ts'
import { files } from './work/files/v1/operations.ts'
import { relatedFiles } from './work/files/v1/related.ts'
import { remoteFiles } from './work/files/v1/remote.ts'
import { writingMail } from './work/mail/app/operations.ts'
import { mailFiles } from './work/mail/v1/files.ts'
import { mailbox } from './work/mail/v1/operations.ts'
import { relatedMail } from './work/mail/v1/related.ts'
import { mailAccounts } from './work/mailAccounts/app/operations.ts'
import { meetings } from './work/meetings/v1/operations.ts'
import { noteComments } from './work/notes/v1/comments.ts'
import { noteFieldsV1 } from './work/notes/v1/fields.ts'
import { notes } from './work/notes/v1/operations.ts'
import { projectBoardsV1 } from './work/projectBoards/v1/operations.ts'
import { projectBoards } from './work/projectBoards/v2/operations.ts'
import { projectGroupsV1 } from './work/projectGroups/v1/operations.ts'
import { projectGroupsV2 } from './work/projectGroups/v2/operations.ts'
import { projectPhasesV1 } from './work/projectPhases/v1/operations.ts'
import { projectPhases } from './work/projectPhases/v2/operations.ts'
import { projectPlan } from './work/projectPlan/v1/operations.ts'
import { projectActivities } from './work/projects/v1/activities.ts'
import { projectsV1 } from './work/projects/v1/operations.ts'
import { projectFieldsV2 } from './work/projects/v2/fields.ts'
import { projectHistory } from './work/projects/v2/history.ts'
import { projects } from './work/projects/v2/operations.ts'
import { projectTemplatesV1 } from './work/projectTemplates/v1/operations.ts'
import { projectTemplates } from './work/projectTemplates/v2/operations.ts'
import { classicTasks } from './work/tasks/v1/operations.ts'
import { tasks } from './work/tasks/v2/operations.ts'

/** Every operation of the CRM. Each knows whether it belongs to v1 or v2. */
export const operations = [
  ...mailAccounts,
  ...tasks,
  ...classicTasks,
  ...projectPlan,
  ...projectGroupsV1,
  ...projectGroupsV2,
  ...projectTemplates,
  ...projectTemplatesV1,
  ...callLogs,
  ...callRecordings,
  ...channels,
  ...channelsInApp,
  ...meetings,
  ...upserts,
  ...subscriptions,
  ...dealInstallments,
  ...dealDiscounts,
  ...classicDealProducts,
  ...dealProducts,
  ...productRelated,
  ...productImages,
  ...productVariations,
  ...productFollowersV1,
  ...productFollowersV2,
  ...classicProducts,
  ...products,
  ...activities,
  ...classicActivities,
  ...activityTypes,
  ...companyAddons,
  ...conversions,
  ...leads,
  ...permissionSets,
  ...permissionSetsInApp,
  ...userAccess,
  ...teams,
  ...teamUsers,
  ...roles,
  ...roleAssignments,
  ...rolePipelines,
  ...roleSettings,
  ...audit,
  ...sessionsOfCaller,
  ...signInOfCaller,
  ...apiTokensOfCaller,
  ...appsOfCompany,
  ...installedApps,
  ...appsEndpoint,
  ...tokenEndpoint,
  ...revokeEndpoint,
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
  ...flows,
  ...dealLists,
  ...dealMerge,
  ...dealParticipants,
  ...dealSummaries,
  ...dealTimelines,
  ...goals,
  ...files,
  ...remoteFiles,
  ...relatedFiles,
  ...mailbox,
  ...mailFiles,
  ...writingMail,
  ...relatedMail,
  ...notes,
  ...noteComments,
  ...projectBoards,
  ...projectBoardsV1,
  ...projectPhases,
  ...projectPhasesV1,
  ...projects,
  ...projectHistory,
  ...projectsV1,
  ...projectActivities,
  ...filters,
  ...dealFieldsV1,
  ...dealFieldsV2,
  ...personFieldsV1,
  ...personFieldsV2,
  ...organizationFieldsV1,
  ...organizationFieldsV2,
  ...productFieldsV1,
  ...productFieldsV2,
  ...activityFieldsV1,
  ...activityFieldsV2,
  ...leadFieldsV1,
  ...noteFieldsV1,
  ...projectFieldsV2,
  ...recents,
  ...changes,
  ...search,
  ...classicSearch,
  ...dealFollowersV1,
  ...dealFollowersV2,
  ...me,
  ...users,
  ...userPermissions,
  ...roleOfUser,
  ...userFollowersV1,
  ...userFollowersV2,
  ...userFollowersInApp,
  ...managedUsers,
  ...invitations,
  ...profileOfCaller,
  ...organizationRelationships,
  ...classicOrganizations,
  ...organizationCollection,
  ...organizationFollowersV1,
  ...organizationFollowersV2,
  ...organizationHistory,
  ...organizationMerge,
  ...organizations,
  ...relatedToOrganization,
  ...classicPersons,
  ...personCollection,
  ...personFollowersV1,
  ...personFollowersV2,
  ...personHistory,
  ...personMerge,
  ...persons,
  ...personPictureV1,
  ...personPictureV2,
  ...relatedToPerson,
  ...classicPipelines,
  ...pipelines,
  ...pipelineStatistics,
  ...classicStages,
  ...stages,
]
