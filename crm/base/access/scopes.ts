/** What an OAuth token can be granted. A token made in the product itself has all of them. */
export const SCOPES = {
  base: 'Read settings of the authorized user and currencies',
  'deals:read': 'Read deals and related records',
  'deals:full': 'Create, read, update and delete deals and related records',
  'mail:read': 'Read mail threads and messages',
  'mail:full': 'Read, update and delete mail threads',
  'activities:read': 'Read activities, their fields and types',
  'activities:full': 'Create, read, update and delete activities',
  'contacts:read': 'Read persons and organizations and related records',
  'contacts:full': 'Create, read, update and delete persons and organizations',
  'products:read': 'Read products and related records',
  'products:full': 'Create, read, update and delete products',
  'deal-fields:full': 'Manage deal fields',
  'product-fields:full': 'Manage product fields',
  'contact-fields:full': 'Manage person and organization fields',
  'project-fields:full': 'Manage project fields',
  'projects:read': 'Read projects, tasks and templates',
  'projects:full': 'Manage projects, tasks and templates',
  'users:read': 'Read users, permissions and roles',
  'recents:read': 'Read all recent changes',
  'search:read': 'Search all records',
  admin: 'Administer pipelines, stages, fields, activity types, users, permissions and webhooks',
  'leads:read': 'Read leads and lead labels',
  'leads:full': 'Manage leads and lead labels',
  'phone-integration': 'Log calls and their recordings',
  'goals:read': 'Read goals',
  'goals:full': 'Manage goals',
  'video-calls': 'Register as a video-call provider',
  'exports:full': 'Export everything the user may see, and the data of one person',
  'messengers-integration': 'Register as a messenger provider and deliver messages',
} as const

export type Scope = keyof typeof SCOPES

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}

/** What a scope lets an app do, for people to read. */
export function scopeInWords(scope: string): string {
  return isScope(scope) ? SCOPES[scope] : scope
}
