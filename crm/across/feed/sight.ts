import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Fed } from '../../base/records/fed.ts'

/** When the line `c` of the log was written. */
export const microseconds: Fragment = sql`(extract(epoch from c.at) * 1000000)::bigint`

/**
 * The line `c` of the log as `SeenLine`. Whether the caller sees a record is asked with the rights of today, of the
 * states that the log has of it after and before the change: one that was seen before and is not after it has left the
 * sight of the caller with this change. Of a record that the caller does not see by now, nothing else is told.
 */
export function seenColumns(actor: Actor, kinds: readonly Fed[]): Fragment {
  const before = sql`case when c.action = 'added' then null when c.after is null then c.before
    else c.after || coalesce(c.before, '{}') end`
  const after = inState(actor, kinds, sql`c.after`)
  return sql`c.seq, ${microseconds} as at, c.entity, c.entity_id, c.action,
    to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
    case when c.entity <> all(${namesOf(actor, kinds)}::text[]) then null
      when c.action = 'purged' then 'before'
      when ${after} and ${byNow(actor, kinds)} then 'after'
      when c.entity = any(${kinds.flatMap(kind => kind.following ?? [])}::text[])
        then case when ${isMe(actor)} and c.action = 'deleted' then 'before' end
      when ${after} then null
      when ${inState(actor, kinds, before)} then 'before' end as seen`
}

/** How the log calls them, with what can open a record to the caller without a change of it. */
function namesOf(actor: Actor, kinds: readonly Fed[]): string[] {
  return kinds.flatMap(kind =>
    kind.following && kind.maySee(actor) !== EVERYTHING ? [kind.item, kind.following] : [kind.item],
  )
}

/** Whether the caller sees the record in a state of the log; of following, which has no state, whether it is their own. */
function inState(actor: Actor, kinds: readonly Fed[], state: Fragment): Fragment {
  const ofKind = ({ alias, table }: Fed, condition: Fragment) =>
    sql`(${state} is not null and (select ${condition} from jsonb_populate_record(null::crm.${sql(table)}, ${state}) ${sql(alias)}))`
  return byKind(actor, kinds, { ofKind, ofFollowing: sql`${isMe(actor)}`, else: sql`${state} is not null` })
}

/** Whether the caller sees it now. */
function byNow(actor: Actor, kinds: readonly Fed[]): Fragment {
  const ofKind = ({ alias, table, idType }: Fed, condition: Fragment) => {
    const r = sql(alias)
    const id = idType === 'uuid' ? sql`c.entity_id::uuid` : sql`c.entity_id::bigint`
    return sql`(select ${condition} from crm.${sql(table)} ${r} where ${r}.company_id = c.company_id and ${r}.id = ${id})`
  }
  return byKind(actor, kinds, { ofKind, ofFollowing: ofKind, else: sql`true` })
}

type Condition = (kind: Fed, condition: Fragment) => Fragment

/** A condition for each kind of which the caller does not see everything. */
function byKind(
  actor: Actor,
  kinds: readonly Fed[],
  conditions: { ofKind: Condition; ofFollowing: Condition | Fragment; else: Fragment },
): Fragment {
  const { ofKind, ofFollowing } = conditions
  const cases = kinds.flatMap(kind => {
    const condition = kind.maySee(actor)
    if (condition === EVERYTHING) return []
    const own = sql`when ${kind.item} then ${ofKind(kind, condition)}`
    if (!kind.following) return [own]
    const following = typeof ofFollowing === 'function' ? ofFollowing(kind, condition) : ofFollowing
    return [own, sql`when ${kind.following} then ${following}`]
  })
  return cases.length === 0 ? conditions.else : sql`case c.entity ${joined(cases, ' ')} else ${conditions.else} end`
}

function isMe({ userId }: Actor): Fragment {
  return sql`(c.facts ->> 'follower_user_id')::bigint = ${userId}`
}
