import type { ReadonlySignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon.tsx'
import { firstSight } from './store/firstSight.ts'
import { unreadMail } from './store/unreadMail.ts'
import { unseenLeads } from './store/unseenLeads.ts'

/** A screen: where it is, and the code that is loaded when somebody goes there. */
export interface Route {
  pattern: RegExp
  load: () => Promise<ComponentType<{ id: string }>>
}

export const ROUTES: readonly Route[] = [
  {
    pattern: /^\/app\/?$/,
    load: async () =>
      firstSight.value.is_empty
        ? (await import('./firstRun/welcome.tsx')).Welcome
        : (await import('./board/board.tsx')).Board,
  },
  { pattern: /^\/app\/deals\/?$/, load: async () => (await import('./board/board.tsx')).Board },
  { pattern: /^\/app\/deals\/forecast\/?$/, load: async () => (await import('./board/forecast.tsx')).Forecast },
  { pattern: /^\/app\/deals\/list$/, load: async () => (await import('./lists/screens.tsx')).DealList },
  { pattern: /^\/app\/people\/?$/, load: async () => (await import('./lists/screens.tsx')).PersonList },
  {
    pattern: /^\/app\/people\/duplicates\/?$/,
    load: async () => (await import('./duplicates/duplicates.tsx')).PersonDuplicates,
  },
  {
    pattern: /^\/app\/organizations\/duplicates\/?$/,
    load: async () => (await import('./duplicates/duplicates.tsx')).OrganizationDuplicates,
  },
  { pattern: /^\/app\/organizations\/?$/, load: async () => (await import('./lists/screens.tsx')).OrganizationList },
  { pattern: /^\/app\/products\/?$/, load: async () => (await import('./lists/screens.tsx')).ProductList },
  { pattern: /^\/app\/deals\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).DealScreen },
  { pattern: /^\/app\/people\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).PersonScreen },
  {
    pattern: /^\/app\/organizations\/(\d+)$/,
    load: async () => (await import('./record/screens.tsx')).OrganizationScreen,
  },
  { pattern: /^\/app\/leads\/([0-9a-f-]{36})$/, load: async () => (await import('./record/screens.tsx')).LeadScreen },
  { pattern: /^\/app\/products\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).ProductScreen },
  { pattern: /^\/app\/projects\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).ProjectScreen },
  { pattern: /^\/app\/projects\/?$/, load: async () => (await import('./projects/projects.tsx')).Projects },
  { pattern: /^\/app\/leads\/?$/, load: async () => (await import('./leads/leads.tsx')).Leads },
  { pattern: /^\/app\/mail\/?$/, load: async () => (await import('./mail/mailScreen.tsx')).Mail },
  {
    pattern: /^\/app\/activities\/calendar\/?$/,
    load: async () => (await import('./activities/calendar/calendar.tsx')).Calendar,
  },
  { pattern: /^\/app\/activities\/?$/, load: async () => (await import('./activities/activityList.tsx')).ActivityList },
  { pattern: /^\/app\/insights\/?$/, load: async () => (await import('./insights/insights.tsx')).Insights },
  {
    pattern: /^\/app\/import(?:\/(\d+))?\/?$/,
    load: async () => (await import('./import/importScreen.tsx')).ImportScreen,
  },
  { pattern: /^\/app\/settings(?:\/.*)?$/, load: async () => (await import('./settings/settings.tsx')).Settings },
]

/** What the navigation leads to, and the two keys that do. */
export interface Place {
  path: string
  label: string
  icon: IconName
  keys: string
  /** On a phone it is behind “More”: more than seven things side by side are too small for a thumb. */
  isSeldom?: true
  /** A number beside the name: what waits there. */
  count?: ReadonlySignal<number>
}

export const PLACES: readonly Place[] = [
  { path: '/app/deals', label: 'Deals', icon: 'board', keys: 'g d' },
  { path: '/app/leads', label: 'Leads', icon: 'lead', keys: 'g l', count: unseenLeads },
  { path: '/app/people', label: 'People', icon: 'people', keys: 'g p' },
  { path: '/app/organizations', label: 'Organizations', icon: 'organization', keys: 'g o', isSeldom: true },
  { path: '/app/products', label: 'Products', icon: 'product', keys: 'g r', isSeldom: true },
  { path: '/app/activities', label: 'Activities', icon: 'activity', keys: 'g a' },
  { path: '/app/mail', label: 'Mail', icon: 'mail', keys: 'g m', count: unreadMail },
  { path: '/app/projects', label: 'Projects', icon: 'project', keys: 'g t', isSeldom: true },
  { path: '/app/insights', label: 'Insights', icon: 'insights', keys: 'g n', isSeldom: true },
  { path: '/app/import', label: 'Import', icon: 'import', keys: 'g i', isSeldom: true },
  { path: '/app/settings', label: 'Settings', icon: 'settings', keys: 'g s', isSeldom: true },
]
