import { type Fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Fed } from '../../base/records/told.ts'

/** When the `line` of the log was written: a name that no kind has for its rows, which are asked for beside it. */
export const microseconds: Fragment = sql`(extract(epoch from line.at) * 1000000)::bigint`

/**
 * The `line` of the log as `SeenLine`. Whether the caller sees a record is asked with the rights of today, of the
 * states that the log has of it after and before the change: one that was seen before and is not after it has left the
 * sight of the caller with this change. Of a record that the caller does not see by now, nothing else is told.
 */
export function seenColumns(actor: Actor, kinds: readonly Fed[]): Fragment {
  const before = sql`case when line.action = 'added' then null when line.after is null then line.before
    else line.after || coalesce(line.before, '{}') end`
  const after = inState(actor, kinds, sql`line.after`)
  return sql`line.seq, ${microseconds} as at, line.entity, line.entity_id, line.action,
    to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
    case when line.entity <> all(${namesOf(actor, kinds)}::text[]) then null
      when line.action = 'purged' then 'before'
      when ${after} and ${byNow(actor, kinds)} then 'after'
      when line.entity = any(${kinds.flatMap(kind => kind.feed.following ?? [])}::text[])
        then case when ${isMe(actor)} and line.action = 'deleted' then 'before' end
      when ${after} then null
      when ${inState(actor, kinds, before)} then 'before' end as seen`
}

/** How the log calls them, with what can open a record to the caller without a change of it. */
function namesOf(actor: Actor, kinds: readonly Fed[]): string[] {
  return kinds.flatMap(kind =>
    kind.feed.following && kind.maySee(actor) !== EVERYTHING ? [kind.logged, kind.feed.following] : [kind.logged],
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
    const id = sql`line.entity_id::${plainText(idType ?? 'bigint')}`
    return sql`(select ${condition} from crm.${sql(table)} ${r} where ${r}.company_id = line.company_id and ${r}.id = ${id})`
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
    const own = sql`when ${kind.logged} then ${ofKind(kind, condition)}`
    if (!kind.feed.following) return [own]
    const following = typeof ofFollowing === 'function' ? ofFollowing(kind, condition) : ofFollowing
    return [own, sql`when ${kind.feed.following} then ${following}`]
  })
  return cases.length === 0 ? conditions.else : sql`case line.entity ${joined(cases, ' ')} else ${conditions.else} end`
}

function isMe({ userId }: Actor): Fragment {
  return sql`(line.facts ->> 'follower_user_id')::bigint = ${userId}`
}
