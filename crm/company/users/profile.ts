import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { checkReferences } from '../../base/records/references.ts'
import { databaseKnowsZone } from './profileStore.ts'

export interface Profile {
  name?: string | undefined
  phone?: string | null | undefined
  locale?: string | undefined
  timezone_name?: string | undefined
  default_currency?: string | undefined
}

/** Changes what the calling user says about themselves. */
export async function updateProfile(crm: Crm, profile: Profile): Promise<void> {
  const { locale, timezone_name, default_currency } = profile
  if (locale !== undefined && !isLocale(locale)) throw wrong('locale', 'has to be a language and a country, as en_US')
  if (timezone_name !== undefined) await checkZone(crm, timezone_name)
  if (default_currency !== undefined) await checkReferences(crm, { currency: default_currency }, 'default_currency')
  const values = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
  await updateRecord(crm, 'app_user', crm.actor.userId, values)
}

/** Times are shown by PostgreSQL and by browsers, so both have to know the zone; by a name, for an offset has no summer. */
async function checkZone(crm: Crm, name: string): Promise<void> {
  if (!isZone(name) || !(await databaseKnowsZone(crm, name)))
    throw wrong('timezone_name', 'has to be a time zone such as Europe/Berlin')
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isLocale(locale: string): boolean {
  return (
    /^[a-z]{2,3}_[A-Z]{2}$/.test(locale) &&
    Intl.DateTimeFormat.supportedLocalesOf(locale.replace('_', '-')).length === 1
  )
}

function wrong(field: string, why: string) {
  return failure('invalid', `${field} ${why}`, { field })
}
