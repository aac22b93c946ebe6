import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from './actor.ts'
import { mayDo } from './mayDo.ts'

/** Kinds of records that have an owner, a visibility and followers. */
export type VisibleEntity = 'deal' | 'person' | 'organization' | 'product'
/** Those and leads, which nobody can follow. */
export type OwnedEntity = VisibleEntity | 'lead'
/** Those and projects, which have an owner and no visibility: everybody in the company sees them. */
export type SeenEntity = OwnedEntity | 'project'

/** Who may see a record, from its owner's point of view. */
export const VISIBLE_TO = { owner: 1, group: 3, groupAndBelow: 5, everyone: 7 } as const

/** Who sees a new record when nobody says. */
export function defaultVisibility(actor: Actor, entity: OwnedEntity): number {
  const setting = entity === 'organization' ? 'org' : entity
  return actor.defaultVisibility[`${setting}_default_visibility`] ?? VISIBLE_TO.everyone
}

/**
 * "May see" as SQL, for a table with `company_id`, `id`, `owner_id` and `visible_to` under the given alias; deals have
 * a `pipeline_id` too. Admins see everything. Others see what is open to all, what is their own or of people in groups
 * below theirs, what is open to the owner's group when it is theirs too or lies above theirs and opens downwards, and
 * what they follow. Whatever holds for a deal, it is missing when its pipeline is hidden from the caller's group.
 */
export function maySee(actor: Actor, entity: SeenEntity, alias: string): Fragment {
  if (actor.isAdmin || entity === 'project') return EVERYTHING
  const seen = isOpen(actor, entity, alias)
  if (entity !== 'deal' || actor.hiddenPipelines.length === 0) return seen
  return sql`(${seen} and (${isInSight(actor, `${alias}.pipeline_id`)} ${orWrote(actor, entity, alias)}))`
}

/**
 * The same for pipelines and stages, as a further condition: `pipelineId` names the column, such as `s.pipeline_id`.
 * Nothing for those from whom no pipeline is hidden.
 */
export function andMaySeePipeline(actor: Actor, pipelineId: string): Fragment {
  return actor.hiddenPipelines.length === 0 ? NOTHING_MORE : sql`and ${isInSight(actor, pipelineId)}`
}

/** The same as a condition of its own. */
export function maySeePipeline(actor: Actor, pipelineId: string): Fragment {
  return actor.hiddenPipelines.length === 0 ? EVERYTHING : isInSight(actor, pipelineId)
}

/** Whether a name is shown of a record that is linked to a visible one: some may know what hidden ones are called. */
export function maySeeName(actor: Actor, entity: OwnedEntity, alias: string): Fragment {
  return mayDo(actor, 'can_see_hidden_items_names') ? EVERYTHING : maySee(actor, entity, alias)
}

function isInSight({ hiddenPipelines }: Actor, pipelineId: string): Fragment {
  return sql`${sql(pipelineId)} <> all(${hiddenPipelines}::bigint[])`
}

/**
 * Whether deals are seen for another reason than being followed: a condition on `owner_id`, `visible_to` and `pipeline_id`,
 * which deals have in common with sums of deals. Undefined for those who see everything.
 */
export function isOpenToGroup(actor: Actor, alias: string): Fragment | undefined {
  if (actor.isAdmin) return undefined
  const open = sql`(${byOwner(actor, alias)})`
  return actor.hiddenPipelines.length === 0 ? open : sql`(${open} and ${isInSight(actor, `${alias}.pipeline_id`)})`
}

function byOwner(actor: Actor, alias: string): Fragment {
  const record = sql(alias)
  return sql`${record}.visible_to = 7
    or ${record}.owner_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])
    or (${record}.visible_to in (3, 5) and ${record}.owner_id = any(${actor.sameGroup}::bigint[]))
    or (${record}.visible_to = 5 and ${record}.owner_id = any(${actor.groupsAbove}::bigint[]))`
}

function isOpen(actor: Actor, entity: OwnedEntity, alias: string): Fragment {
  return sql`(${byOwner(actor, alias)}
    ${entity === 'lead' ? sql`` : orFollows(actor, entity, alias)} ${orWrote(actor, entity, alias)})`
}

/** A call sees what it has just written, wherever it gave it away to. */
export function orWrote({ wrote }: Actor, entity: string, alias: string): Fragment {
  return wrote?.entity === entity ? sql`or ${sql(alias)}.id = ${wrote.id}` : sql``
}

/** That the caller sees everything; known by identity where asking the database can be spared. */
export const EVERYTHING = sql`true`
const NOTHING_MORE = sql``

function orFollows(actor: Actor, entity: VisibleEntity, alias: string): Fragment {
  return sql`or exists (select from crm.follower f where f.company_id = ${actor.companyId} and f.user_id = ${actor.userId}
    and f.entity = ${entity} and f.entity_id = ${sql(alias)}.id)`
}
