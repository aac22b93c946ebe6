import { audit } from './audit/app/operations.ts'
import { companyAddons } from './billing/v1/operations.ts'
import { ownCompanyOperations } from './companies/app/operations.ts'
import { currencies } from './currencies/v1/operations.ts'
import { exchangeRates } from './currencies/v1/rates.ts'
import { fieldOptions } from './fields/app/options.ts'
import { fieldUse } from './fields/app/use.ts'
import { appsOfCompany } from './oauth/app/apps.ts'
import { installedApps } from './oauth/app/installedApps.ts'
import { appsEndpoint } from './oauth/endpoints/apps.ts'
import { revokeEndpoint } from './oauth/endpoints/revoke.ts'
import { tokenEndpoint } from './oauth/endpoints/token.ts'
import { userAccess } from './permissionSets/app/access.ts'
import { permissionSetsInApp } from './permissionSets/app/operations.ts'
import { accessTerms } from './permissionSets/app/terms.ts'
import { permissionSets } from './permissionSets/v1/operations.ts'
import { roleAssignments } from './roles/v1/assignments.ts'
import { roles } from './roles/v1/operations.ts'
import { rolePipelines } from './roles/v1/pipelines.ts'
import { roleSettings } from './roles/v1/settings.ts'
import { sessionsOfCaller } from './sessions/app/operations.ts'
import { signInOfCaller } from './signIn/app/operations.ts'
import { teams } from './teams/v1/operations.ts'
import { teamUsers } from './teams/v1/users.ts'
import { apiTokensOfCaller } from './tokens/app/operations.ts'
import { authorizations } from './tokens/v1/authorizations.ts'
import { userConnections } from './userConnections/v1/operations.ts'
import { userSettings } from './userSettings/v1/operations.ts'
import { userFollowersInApp } from './users/app/followers.ts'
import { invitations } from './users/app/invitation.ts'
import { profileOfCaller } from './users/app/me.ts'
import { userFollowersV1 } from './users/v1/followers.ts'
import { managedUsers } from './users/v1/manage.ts'
import { me } from './users/v1/me.ts'
import { users } from './users/v1/operations.ts'
import { userPermissions } from './users/v1/rights.ts'
import { roleOfUser } from './users/v1/role.ts'
import { userFollowersV2 } from './users/v2/followers.ts'
import { userViews } from './userViews/app/operations.ts'

/** Every operation about the company and its people. */
export const companyOperations = [
  ...companyAddons,
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
  ...authorizations,
  ...appsOfCompany,
  ...installedApps,
  ...appsEndpoint,
  ...tokenEndpoint,
  ...revokeEndpoint,
  ...userConnections,
  ...userSettings,
  ...userViews,
  ...currencies,
  ...exchangeRates,
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
  ...ownCompanyOperations,
  ...accessTerms,
  ...fieldUse,
  ...fieldOptions,
]
