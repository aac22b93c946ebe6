import type { Crm } from '../../base/api/context.ts'
import type { Fed, Told } from '../../base/records/told.ts'
import { hasScope } from '../changes/access.ts'
import { TOLD } from '../toldKinds.ts'

/** Every kind of record that the change feed tells of. */
export const FED: readonly Fed[] = TOLD.filter(isFed)

function isFed(kind: Told): kind is Fed {
  return kind.feed !== undefined
}

export const FED_ITEMS = FED.map(kind => kind.logged)

/** Opens all of them, as it opens recents. */
export const ALL_CHANGES = 'recents:read'

/** The kinds a caller has asked for, as far as the credential opens them. */
export function kindsFor(crm: Pick<Crm, 'actor'>, items: readonly string[] | undefined): readonly Fed[] {
  return FED.filter(
    ({ logged, feed }) => (items?.includes(logged) ?? true) && hasScope(crm, [...feed.scopes, ALL_CHANGES]),
  )
}
