import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon.tsx'

/** A screen: where it is, and the code that is loaded when somebody goes there. */
export interface Route {
  pattern: RegExp
  load: () => Promise<ComponentType<{ id: string }>>
}

export const ROUTES: readonly Route[] = [
  { pattern: /^\/app\/?$/, load: async () => (await import('./board/board.tsx')).Board },
  { pattern: /^\/app\/deals\/?$/, load: async () => (await import('./board/board.tsx')).Board },
  { pattern: /^\/app\/deals\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).DealScreen },
  { pattern: /^\/app\/people\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).PersonScreen },
  {
    pattern: /^\/app\/organizations\/(\d+)$/,
    load: async () => (await import('./record/screens.tsx')).OrganizationScreen,
  },
  { pattern: /^\/app\/leads\/([0-9a-f-]{36})$/, load: async () => (await import('./record/screens.tsx')).LeadScreen },
  { pattern: /^\/app\/products\/(\d+)$/, load: async () => (await import('./record/screens.tsx')).ProductScreen },
  { pattern: /^\/app\/activities\/?$/, load: async () => (await import('./activities/activityList.tsx')).ActivityList },
  {
    pattern: /^\/app\/import(?:\/(\d+))?\/?$/,
    load: async () => (await import('./import/importScreen.tsx')).ImportScreen,
  },
]

/** What the navigation leads to, and the two keys that do. */
export interface Place {
  path: string
  label: string
  icon: IconName
  keys: string
}

export const PLACES: readonly Place[] = [
  { path: '/app/deals', label: 'Deals', icon: 'board', keys: 'g d' },
  { path: '/app/activities', label: 'Activities', icon: 'activity', keys: 'g a' },
  { path: '/app/import', label: 'Import', icon: 'import', keys: 'g i' },
]
