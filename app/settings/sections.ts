import type { ComponentType } from 'preact'
import { session } from '../store/company.ts'

export interface SectionProps {
  /** The address of the section. */
  base: string
  /** What follows it. */
  rest: readonly string[]
}

/** A part of the settings: where it is, how it is found, to whom it is open, and its code. */
export interface Section {
  path: string
  group: 'You' | 'Sales' | 'Company' | 'Connections'
  title: string
  says: string
  /** Words by which people look for it beside its title. */
  words: string
  may: () => boolean
  load: () => Promise<ComponentType<SectionProps>>
  /** Single settings in it that have an address of their own. */
  settings?: readonly { path: string; title: string; words: string }[]
}

const everybody = () => true
const salesAdmin = () => session.value.is_admin
const accountAdmin = () => session.value.is_account_admin
const projectsAdmin = () => session.value.is_projects_admin
const having =
  (...rights: string[]) =>
  () =>
    rights.some(right => session.value.rights.includes(right))

export const SECTIONS: readonly Section[] = [
  {
    path: 'profile',
    group: 'You',
    title: 'Profile',
    says: 'Your name, language, time zone and currency',
    words: 'me account name phone locale',
    may: everybody,
    load: async () => (await import('./profile.tsx')).Profile,
    settings: [
      { path: 'name', title: 'Your name', words: 'profile rename' },
      { path: 'phone', title: 'Your phone', words: 'profile number' },
      { path: 'timezone_name', title: 'Time zone', words: 'clock hours profile' },
      { path: 'locale', title: 'Language', words: 'locale country format profile' },
      { path: 'default_currency', title: 'Your currency', words: 'money totals profile' },
    ],
  },
  {
    path: 'appearance',
    group: 'You',
    title: 'Appearance and keys',
    says: 'Colours of this browser, and every key',
    words: 'theme dark light mode keyboard shortcuts',
    may: everybody,
    load: async () => (await import('./appearance.tsx')).Appearance,
    settings: [
      { path: 'theme', title: 'Theme', words: 'dark light colours night mode' },
      { path: 'keys', title: 'Keys', words: 'keyboard shortcuts hotkeys' },
    ],
  },
  {
    path: 'security',
    group: 'You',
    title: 'Password and second factor',
    says: 'How you log in',
    words: '2fa two-factor totp authenticator passkey recovery codes login sign in',
    may: everybody,
    load: async () => (await import('./security.tsx')).Security,
    settings: [
      { path: 'password', title: 'Password', words: 'change login' },
      { path: 'second-factor', title: 'Second factor', words: '2fa two-factor authenticator code recovery' },
      { path: 'passkeys', title: 'Passkeys', words: 'webauthn fingerprint security key' },
    ],
  },
  {
    path: 'sessions',
    group: 'You',
    title: 'Sessions',
    says: 'Where you are logged in',
    words: 'devices browsers log out everywhere',
    may: everybody,
    load: async () => (await import('./sessions.tsx')).Sessions,
  },
  {
    path: 'tokens',
    group: 'You',
    title: 'API tokens',
    says: 'Keys for programs that act for you',
    words: 'api key scopes personal token integration secret',
    may: everybody,
    load: async () => (await import('./tokens.tsx')).Tokens,
  },
  {
    path: 'mail',
    group: 'You',
    title: 'Mailboxes',
    says: 'Mail accounts of yours that are read, and the address for copies',
    words: 'imap email inbox sync account drop-box bcc password server',
    may: everybody,
    load: async () => (await import('./mail.tsx')).MailSettings,
  },
  {
    path: 'mail-templates',
    group: 'You',
    title: 'Mail templates',
    says: 'Messages that you write again and again, your own and shared ones',
    words: 'email template snippet canned text merge fields placeholder shared signature',
    may: everybody,
    load: async () => (await import('./mailTemplates.tsx')).MailTemplates,
  },
  {
    path: 'connected-apps',
    group: 'You',
    title: 'Connected apps',
    says: 'Apps that act for you',
    words: 'oauth installed apps uninstall grant',
    may: everybody,
    load: async () => (await import('./connectedApps.tsx')).ConnectedApps,
  },
  {
    path: 'pipelines',
    group: 'Sales',
    title: 'Pipelines and stages',
    says: 'The way of a deal, with probabilities and when deals grow old',
    words: 'board columns rotten probability order weighted',
    may: salesAdmin,
    load: async () => (await import('./pipelines.tsx')).Pipelines,
  },
  {
    path: 'boards',
    group: 'Sales',
    title: 'Boards of projects',
    says: 'The boards of projects and their phases',
    words: 'project phase columns order',
    may: projectsAdmin,
    load: async () => (await import('./projectBoards.tsx')).ProjectBoards,
  },
  {
    path: 'fields',
    group: 'Sales',
    title: 'Fields',
    says: 'What is known of deals, people, organizations, products and projects',
    words: 'custom fields data options required types columns',
    may: having('can_add_custom_fields', 'can_edit_custom_fields', 'can_delete_custom_fields'),
    load: async () => (await import('./fields.tsx')).Fields,
    settings: [
      { path: 'deal', title: 'Fields of deals', words: 'custom leads' },
      { path: 'person', title: 'Fields of people', words: 'custom contacts persons' },
      { path: 'organization', title: 'Fields of organizations', words: 'custom companies accounts' },
      { path: 'product', title: 'Fields of products', words: 'custom catalogue' },
      { path: 'project', title: 'Fields of projects', words: 'custom' },
    ],
  },
  {
    path: 'labels',
    group: 'Sales',
    title: 'Labels',
    says: 'Coloured words for deals, leads, people and organizations',
    words: 'tags colours hot warm cold',
    may: having('can_modify_labels'),
    load: async () => (await import('./labels.tsx')).Labels,
    settings: [
      { path: 'deal', title: 'Labels of deals', words: 'tags' },
      { path: 'lead', title: 'Labels of leads', words: 'tags' },
      { path: 'person', title: 'Labels of people', words: 'tags contacts' },
      { path: 'organization', title: 'Labels of organizations', words: 'tags companies' },
    ],
  },
  {
    path: 'lost-reasons',
    group: 'Sales',
    title: 'Lost reasons',
    says: 'What is offered when somebody loses a deal',
    words: 'why lost closed reason',
    may: salesAdmin,
    load: async () => (await import('./lostReasons.tsx')).LostReasons,
  },
  {
    path: 'activity-types',
    group: 'Sales',
    title: 'Activity types',
    says: 'Calls, meetings, and what else you plan',
    words: 'call meeting task lunch deadline icon',
    may: salesAdmin,
    load: async () => (await import('./activityTypes.tsx')).ActivityTypes,
  },
  {
    path: 'currencies',
    group: 'Sales',
    title: 'Exchange rates',
    says: 'What other currencies are worth in yours',
    words: 'currencies money rates convert euro dollar',
    may: salesAdmin,
    load: async () => (await import('./currencies.tsx')).Currencies,
  },
  {
    path: 'company',
    group: 'Company',
    title: 'Company',
    says: 'Name, currency, log-in rules and how much there is',
    words: 'organization account usage limits plan security',
    may: accountAdmin,
    load: async () => (await import('./company.tsx')).CompanySettings,
    settings: [
      { path: 'name', title: 'Company name', words: 'rename' },
      { path: 'default_currency', title: 'Company currency', words: 'money rates default' },
      { path: 'require_second_factor', title: 'Demand a second factor', words: '2fa two-factor security everybody' },
      { path: 'usage', title: 'Usage', words: 'limits tokens storage records how many' },
    ],
  },
  {
    path: 'people',
    group: 'Company',
    title: 'People',
    says: 'Who works here, invite, switch off, what they may and see',
    words: 'users invite team members admin deactivate role permission see as colleagues',
    may: accountAdmin,
    load: async () => (await import('./people.tsx')).People,
  },
  {
    path: 'roles',
    group: 'Company',
    title: 'Roles and visibility',
    says: 'Who stands above whom, who sees new records, which pipelines are hidden',
    words: 'visibility groups hierarchy tree default see hide pipelines',
    may: accountAdmin,
    load: async () => (await import('./roles.tsx')).Roles,
  },
  {
    path: 'permission-sets',
    group: 'Company',
    title: 'Permission sets',
    says: 'What people may do',
    words: 'rights permissions allow admin regular access',
    may: accountAdmin,
    load: async () => (await import('./permissionSets.tsx')).PermissionSets,
  },
  {
    path: 'teams',
    group: 'Company',
    title: 'Teams',
    says: 'People who work together, for figures and lists',
    words: 'groups managers members',
    may: accountAdmin,
    load: async () => (await import('./teams.tsx')).Teams,
  },
  {
    path: 'audit',
    group: 'Company',
    title: 'Audit log',
    says: 'Who logged in, changed rights, took data out',
    words: 'security history who did what log csv',
    may: having('can_see_security_dashboard'),
    load: async () => (await import('./audit.tsx')).Audit,
  },
  {
    path: 'move-in',
    group: 'Company',
    title: 'Move in',
    says: 'Bring a whole account of the hosted CRM, or of another Portico',
    words: 'import migrate pipedrive copy account transfer hosted bring data',
    may: () => accountAdmin() && salesAdmin(),
    load: async () => (await import('./moveIn.tsx')).MoveIn,
  },
  {
    path: 'exports',
    group: 'Company',
    title: 'Export everything',
    says: 'All your data as files',
    words: 'backup download csv json data take out zip',
    may: having('can_export_data_from_lists'),
    load: async () => (await import('./exports.tsx')).Exports,
  },
  {
    path: 'personal-data',
    group: 'Company',
    title: 'Personal data',
    says: 'Tell a person what is stored about them, or forget them',
    words: 'gdpr privacy forget erase right to be forgotten',
    may: salesAdmin,
    load: async () => (await import('./personalData.tsx')).PersonalData,
  },
  {
    path: 'webhooks',
    group: 'Connections',
    title: 'Webhooks',
    says: 'Tell other systems what happens here, and see whether they heard',
    words: 'events deliveries resend secret signature integration http',
    may: everybody,
    load: async () => (await import('./webhooks.tsx')).Webhooks,
  },
  {
    path: 'apps',
    group: 'Connections',
    title: 'OAuth apps',
    says: 'Apps that your company has registered',
    words: 'oauth client id secret redirect developer integration',
    may: accountAdmin,
    load: async () => (await import('./apps.tsx')).Apps,
  },
]

export const openSections = (): Section[] => SECTIONS.filter(section => section.may())
