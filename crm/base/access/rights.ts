/** The parts of the product that have permission sets of their own. */
export const APPS = ['sales', 'global', 'account_settings', 'projects'] as const
export type App = (typeof APPS)[number]

interface RightFacts {
  app: App
  /** Whether a user who is no admin has it until the company decides otherwise. */
  regular: boolean
  /** For the person who gives it. */
  says: string
}

/** What a permission set can hold. Admins of an app have every right of it. */
export const RIGHTS = {
  can_add_custom_fields: { app: 'sales', regular: false, says: 'Add custom fields' },
  can_edit_custom_fields: { app: 'sales', regular: false, says: 'Change custom fields' },
  can_delete_custom_fields: { app: 'sales', regular: false, says: 'Delete custom fields' },
  can_add_products: { app: 'sales', regular: true, says: 'Add products' },
  can_edit_products: { app: 'sales', regular: true, says: 'Change and delete products' },
  can_add_prospects_as_leads: { app: 'sales', regular: true, says: 'Add prospects as leads' },
  can_convert_deals_to_leads: { app: 'sales', regular: true, says: 'Turn deals into leads' },
  can_delete_deals: { app: 'sales', regular: true, says: 'Delete deals' },
  can_merge_deals: { app: 'sales', regular: true, says: 'Merge deals' },
  can_edit_deals_closed_date: { app: 'sales', regular: true, says: 'Change when a deal was won or lost' },
  can_see_deals_list_summary: { app: 'sales', regular: true, says: 'See the sums of lists of deals' },
  can_delete_activities: { app: 'sales', regular: true, says: 'Delete activities' },
  can_change_visibility_of_items: { app: 'sales', regular: true, says: 'Change who sees a record' },
  can_create_own_workflow: { app: 'sales', regular: true, says: 'Set up automations' },
  can_use_email_tracking: { app: 'sales', regular: true, says: 'See whether a mail was opened' },
  can_bulk_edit_items: { app: 'global', regular: true, says: 'Change or delete many records at once' },
  can_merge_people: { app: 'global', regular: true, says: 'Merge persons' },
  can_merge_organizations: { app: 'global', regular: true, says: 'Merge organizations' },
  can_modify_labels: { app: 'global', regular: true, says: 'Add, change and delete labels' },
  can_share_filters: { app: 'global', regular: true, says: 'Share filters with others' },
  can_edit_shared_filters: { app: 'global', regular: false, says: 'Change filters that others share' },
  can_share_insights: { app: 'global', regular: true, says: 'Share reports' },
  can_follow_other_users: { app: 'global', regular: true, says: 'Follow other users' },
  can_see_other_users: { app: 'global', regular: true, says: 'See the other users of the company' },
  can_see_other_users_statistics: { app: 'global', regular: true, says: "See other users' statistics" },
  can_see_company_wide_statistics: { app: 'global', regular: true, says: 'See statistics of the whole company' },
  can_see_hidden_items_names: { app: 'global', regular: false, says: 'See the names of hidden records' },
  can_export_data_from_lists: { app: 'global', regular: false, says: 'Export records' },
  can_use_import: { app: 'global', regular: true, says: 'Import records' },
  can_use_api: { app: 'global', regular: true, says: 'Use the API with a token or an app' },
  can_see_security_dashboard: { app: 'account_settings', regular: false, says: 'See the audit log' },
} as const satisfies Record<string, RightFacts>

export type Right = keyof typeof RIGHTS

export const RIGHT_NAMES = Object.keys(RIGHTS) as Right[]

/** The rights of an app, or of those of its users who are no admins. */
export function rightsOf(app: App, who: 'admin' | 'regular'): Right[] {
  return RIGHT_NAMES.filter(name => RIGHTS[name].app === app && (who === 'admin' || RIGHTS[name].regular))
}

/** A value for each right, by its name. */
export function forEachRight<T>(give: (right: Right) => T): Record<Right, T> {
  return Object.fromEntries(RIGHT_NAMES.map(right => [right, give(right)])) as Record<Right, T>
}

/** What the permission sets of a user come to. */
export function grantedRights(contents: readonly string[], adminApps: readonly App[]): ReadonlySet<Right> {
  return new Set(RIGHT_NAMES.filter(name => contents.includes(name) || adminApps.includes(RIGHTS[name].app)))
}
