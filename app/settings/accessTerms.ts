import type { AccessTerms } from '@portico/crm/company/permissionSets/app/terms'
import { call } from '../api/call.ts'

let known: Promise<AccessTerms> | undefined

/** Rights, scopes and audited actions in words; they change with the version of the server alone. */
export function accessTerms(): Promise<AccessTerms> {
  known ??= call<AccessTerms>('GET /app/api/accessTerms').then(({ data }) => data)
  known.catch(() => {
    known = undefined
  })
  return known
}

export const APP_NAMES: Readonly<Record<string, string>> = {
  sales: 'Sales',
  global: 'Whole product',
  account_settings: 'Account and people',
  projects: 'Projects',
}

/** `seen_as` as people write it. */
export const inWords = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
