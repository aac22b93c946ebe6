import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { andMaySeePipeline, maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { customFieldsV2 } from '../../base/fields/values.ts'
import { seesOtherUsers } from '../../company/users/access.ts'
import { organizationFields } from '../../contacts/organizations/fields.ts'
import { organizationColumnsV2 } from '../../contacts/organizations/v2/wire.ts'
import { personFields } from '../../contacts/persons/fields.ts'
import { personColumnsV2 } from '../../contacts/persons/v2/wire.ts'
import { dealFields } from '../../sales/deals/fields.ts'
import { dealColumnsV2 } from '../../sales/deals/v2/wire.ts'
import { leadFields } from '../../sales/leads/fields.ts'
import { productFields } from '../../sales/products/fields.ts'
import { pricesIn } from '../../sales/products/pricesWire.ts'
import { productColumnsV2, variationColumns } from '../../sales/products/v2/wire.ts'
import { activityFields } from '../../work/activities/fields.ts'
import { participantsIn } from '../../work/activities/participantsWire.ts'
import { activityColumnsV2 } from '../../work/activities/v2/wire.ts'
import { maySeeActivity } from '../../work/activities/visibility.ts'
import { maySeeCall } from '../../work/callLogs/visibility.ts'
import { maySeeFile } from '../../work/files/visibility.ts'
import { maySeeMessage, maySeeThread } from '../../work/mail/visibility.ts'
import { maySeeTemplate } from '../../work/mailTemplates/store.ts'
import { noteFields } from '../../work/notes/fields.ts'
import { maySeeNote } from '../../work/notes/visibility.ts'
import { projectFields } from '../../work/projects/fields.ts'
import { LINK_LISTS } from '../../work/projects/links.ts'
import { projectColumnsV2 } from '../../work/projects/v2/wire.ts'
import { taskColumnsV2 } from '../../work/tasks/v2/wire.ts'
import { beside, INTERNAL, ofSeen, rowOf, rows, shown, stored } from './declareKind.ts'
import type { ExportKind } from './kind.ts'

const admins = (actor: Actor) => (actor.isAdmin ? sql`true` : undefined)
const live = sql`not r.is_deleted`

/** Everything that an export may hold, in the order of its files: what others name comes before them. */
export const KINDS: readonly ExportKind[] = [
  beside('fields', 'Field', 'field', {
    kept: sql`r.deleted_time is null`,
    wire: async () =>
      stored(sql`jsonb_build_object('options', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label,
        'color', o.color) order by o.order_nr, o.id), '[]') from crm.field_option o
        where o.company_id = r.company_id and o.field_id = r.id and o.deleted_time is null))`),
  }),
  beside('currencies', 'Currency', 'currency'),
  beside('roles', 'Role', 'role', { maySee: admins }),
  beside('teams', 'Team', 'team', {
    maySee: admins,
    kept: live,
    wire: async () =>
      stored(sql`jsonb_build_object('users', (select coalesce(jsonb_agg(m.user_id order by m.user_id), '[]')
        from crm.team_member m where m.company_id = r.company_id and m.team_id = r.id))`),
  }),
  beside('mail_templates', 'Mail template', 'mail_template', { maySee: actor => maySeeTemplate(actor, 'r') }),
  beside('participants', 'Participant', 'participant', ofSeen('deal', 'deal_id')),
  beside('followers', 'Follower', 'follower', { maySee: admins }),
  beside('variations', 'Product variation', 'product_variation', {
    alias: 'v',
    wire: async () => rowOf(variationColumns),
    maySee: actor =>
      actor.isAdmin
        ? sql`true`
        : sql`exists (select from crm.product its where its.company_id = ${actor.companyId}
            and its.id = v.product_id and ${maySee(actor, 'product', 'its')})`,
  }),
  beside('discounts', 'Discount', 'deal_discount', { idType: 'uuid', ...ofSeen('deal', 'deal_id') }),

  rows('users', 'User', 'app_user', {
    logged: 'user',
    maySee: actor => (seesOtherUsers(actor) ? sql`true` : sql`r.id = ${actor.userId}`),
    wire: async () => sql`(to_jsonb(r) - ${[...INTERNAL, 'last_login']}::text[])`,
  }),
  rows('pipelines', 'Pipeline', 'pipeline', { maySee: actor => sql`(true ${andMaySeePipeline(actor, 'r.id')})` }),
  rows('stages', 'Stage', 'stage', { maySee: actor => sql`(true ${andMaySeePipeline(actor, 'r.pipeline_id')})` }),
  rows('activity_types', 'Activity type', 'activity_type'),
  rows('lead_labels', 'Lead label', 'lead_label', { idType: 'uuid' }),
  rows('organizations', 'Organization', 'organization', {
    alias: 'o',
    fields: organizationFields,
    kept: sql`not o.is_deleted`,
    maySee: actor => maySee(actor, 'organization', 'o'),
    ...shown(organizationColumnsV2, 'organization'),
  }),
  rows('persons', 'Person', 'person', {
    alias: 'p',
    fields: personFields,
    kept: sql`not p.is_deleted`,
    maySee: actor => maySee(actor, 'person', 'p'),
    ...shown(personColumnsV2, 'person'),
  }),
  rows('products', 'Product', 'product', {
    alias: 'p',
    fields: productFields,
    kept: sql`not p.is_deleted`,
    maySee: actor => maySee(actor, 'product', 'p'),
    besideIt: ['prices'],
    ...shown((fields, then) => productColumnsV2(fields, then && pricesIn(then)), 'product'),
  }),
  rows('deals', 'Deal', 'deal', {
    alias: 'd',
    fields: dealFields,
    kept: sql`not d.is_deleted`,
    maySee: actor => maySee(actor, 'deal', 'd'),
    ...shown(dealColumnsV2, 'deal'),
  }),
  rows('deal_products', 'Product of a deal', 'deal_product', ofSeen('deal', 'deal_id')),
  rows('installments', 'Installment', 'deal_installment', ofSeen('deal', 'deal_id')),
  rows('subscriptions', 'Subscription', 'subscription', { kept: live, ...ofSeen('deal', 'deal_id') }),
  rows('leads', 'Lead', 'lead', {
    idType: 'uuid',
    fields: leadFields,
    kept: live,
    customFieldsOf: 'lead',
    maySee: actor => maySee(actor, 'lead', 'r'),
    wire: async crm => {
      const custom = customFieldsV2(await fieldsOf(crm, 'lead'), 'r')
      return sql`((to_jsonb(r) - ${[...INTERNAL, 'custom']}::text[]) || jsonb_build_object('custom_fields', ${custom}))`
    },
  }),
  rows('relationships', 'Relationship', 'organization_relationship', {
    maySee: actor =>
      actor.isAdmin
        ? sql`true`
        : sql`(select bool_and(${maySee(actor, 'organization', 'its')}) from crm.organization its
            where its.company_id = ${actor.companyId} and its.id in (r.owner_org_id, r.linked_org_id))`,
  }),
  rows('boards', 'Board', 'project_board'),
  rows('phases', 'Phase', 'project_phase'),
  rows('projects', 'Project', 'project', {
    alias: 'p',
    fields: projectFields,
    kept: sql`not p.is_deleted`,
    customFieldsOf: 'project',
    besideIt: LINK_LISTS,
    wire: projectWire,
  }),
  rows('project_groups', 'Group', 'project_group'),
  rows('project_templates', 'Template', 'project_template', { kept: live }),
  rows('tasks', 'Task', 'task', {
    alias: 't',
    kept: sql`not t.is_deleted`,
    wire: async () => rowOf(taskColumnsV2),
  }),
  rows('activities', 'Activity', 'activity', {
    alias: 'a',
    fields: activityFields,
    kept: sql`not a.is_deleted`,
    maySee: actor => maySeeActivity(actor, 'a'),
    besideIt: ['participants'],
    wire: async (_, then) =>
      rowOf(activityColumnsV2({ attendees: true, ...(then && { taking: participantsIn(then) }) })),
  }),
  rows('notes', 'Note', 'note', { fields: noteFields, kept: live, maySee: actor => maySeeNote(actor, 'r') }),
  rows('comments', 'Comment', 'comment', {
    idType: 'uuid',
    kept: live,
    maySee: actor =>
      sql`exists (select from crm.note its where its.company_id = ${actor.companyId} and its.id = r.note_id
        and not its.is_deleted and ${maySeeNote(actor, 'its')})`,
  }),
  rows('calls', 'Call', 'call_log', { idType: 'uuid', kept: live, maySee: actor => maySeeCall(actor, 'r') }),
  rows('mail_threads', 'Mail thread', 'mail_thread', { kept: live, maySee: actor => maySeeThread(actor, 'r') }),
  rows('mail_messages', 'Mail message', 'mail_message', {
    kept: live,
    maySee: actor => maySeeMessage(actor, 'r.id'),
    wire: async () =>
      stored(sql`jsonb_build_object(
        'body', (select b.html from crm.mail_body b where b.company_id = r.company_id and b.message_id = r.id),
        'parties', (select coalesce(jsonb_agg(jsonb_build_object('role', m.role, 'name', m.name, 'address', m.address,
            'person_id', m.person_id) order by m.id), '[]')
          from crm.mail_party m where m.company_id = r.company_id and m.message_id = r.id))`),
  }),
  rows('goals', 'Goal', 'goal', { idType: 'text', kept: live, maySee: admins }),
  rows('filters', 'Filter', 'filter', {
    kept: sql`r.active`,
    maySee: actor => (actor.isAdmin ? sql`true` : sql`r.user_id = ${actor.userId}`),
  }),
  rows('files', 'File', 'file', { kept: live, maySee: actor => maySeeFile(actor, 'r') }),
]

/** What a project is about is in other tables, and in the log beside it. */
async function projectWire(crm: Crm, then?: Fragment): Promise<Fragment> {
  const now = rowOf(projectColumnsV2(await fieldsOf(crm, 'project')))
  if (!then) return now
  return sql`(${now}::jsonb || jsonb_build_object('deal_ids', coalesce(${then} -> 'deal_ids', '[]'),
    'person_ids', coalesce(${then} -> 'person_ids', '[]'), 'org_ids', coalesce(${then} -> 'org_ids', '[]')))`
}

export const KIND_NAMES = KINDS.map(kind => kind.name)

/** Kinds that the caller may see any of. */
export function kindsFor(actor: Actor, wanted?: readonly string[]): ExportKind[] {
  return KINDS.filter(kind => (!wanted || wanted.includes(kind.name)) && kind.maySee(actor))
}
