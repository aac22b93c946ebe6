import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { pictureV1 } from '../../contacts/persons/pictureWire.ts'
import { fileAddress, fileJoins } from '../../work/files/v1/wire.ts'
import { maySeeFile } from '../../work/files/visibility.ts'
import { linkedIds } from '../../work/projects/links.ts'
import { contacts, firstLinked, linkedOrganization, linkedPerson, named, titled } from './itemParts.ts'

/** Kinds of records that are searched, also by one of their fields. */
export const SEARCHED_RECORDS = ['deal', 'lead', 'organization', 'person', 'product', 'project'] as const
export type SearchedRecord = (typeof SEARCHED_RECORDS)[number]

/** Everything that is searched. */
export const SEARCHED = [...SEARCHED_RECORDS, 'file', 'mail_attachment'] as const
export type Searched = (typeof SEARCHED)[number]

/** How one kind of record is searched and shown; its table is `r` in every fragment. */
export interface Kind {
  /** Where it is kept, when that is not a table of its own name, and which rows there are of the kind. */
  among?: { table: 'file'; which: Fragment }
  /** The group that is the name of the record. */
  name: string
  /** Groups of fields that can be searched, each as lines of text. Custom fields are a group of every kind. */
  groups: Readonly<Record<string, Fragment>>
  /** Groups that look at a linked record instead: its kind, and the column that names it. */
  linked?: Readonly<Record<string, readonly [kind: 'person' | 'organization', column: string]>>
  /** The column by which notes are on the record, which is found by what they say too; and a text of its own beside them. */
  noted?: { column: string; own?: Fragment }
  /** What makes one record newer than another. */
  age: Fragment
  joins(actor: Actor): Fragment
  /** The properties of an item: columns of their names. */
  item: Fragment | ((crm: Crm) => Fragment)
  /** Further properties, for those who ask. */
  included: Readonly<Record<string, (crm: Crm) => Fragment>>
}

const OWNER = sql`json_build_object('id', r.owner_id) as owner`

export const KINDS: Readonly<Record<Searched, Kind>> = {
  deal: {
    name: 'title',
    groups: { title: sql`crm.line(r.title)` },
    linked: { person_name: ['person', 'person_id'], organization_name: ['organization', 'org_id'] },
    noted: { column: 'deal_id' },
    age: sql`r.id`,
    joins: actor => sql`
      join crm.stage stage on stage.company_id = r.company_id and stage.id = r.stage_id
      ${linkedPerson(actor, 'person_id')} ${linkedOrganization(actor, 'org_id')}`,
    item: sql`r.title, r.value, r.currency, r.status, r.visible_to, ${OWNER}, json_build_object('id', stage.id, 'name', stage.name) as stage,
      ${named('person')} as person, ${named('organization')} as organization, r.is_archived`,
    included: {
      'deal.cc_email': ({ actor, services }) =>
        sql`replace(${services.mailboxOf(actor, 'deal0')}::text, '+deal0@', '+deal' || r.id || '@') as cc_email`,
    },
  },
  lead: {
    name: 'title',
    groups: { title: sql`crm.line(r.title)` },
    linked: { person_name: ['person', 'person_id'], organization_name: ['organization', 'organization_id'] },
    noted: { column: 'lead_id' },
    age: sql`extract(epoch from r.add_time)`,
    joins: actor => sql`${linkedPerson(actor, 'person_id')} ${linkedOrganization(actor, 'organization_id')}`,
    item: sql`r.title, ${OWNER}, ${named('person')} as person, ${named('organization')} as organization,
      ${contacts('person.phones')} as phones, ${contacts('person.emails')} as emails,
      r.value_amount as value, r.value_currency as currency, r.visible_to, r.is_archived`,
    included: { 'lead.was_seen': () => sql`r.was_seen` },
  },
  organization: {
    name: 'name',
    groups: { name: sql`crm.line(r.name)`, address: sql`crm.line(r.address ->> 'value')` },
    noted: { column: 'org_id' },
    age: sql`r.id`,
    joins: () => sql``,
    item: sql`r.name, r.address ->> 'value' as address, r.visible_to, ${OWNER}`,
    included: {},
  },
  person: {
    name: 'name',
    groups: {
      name: sql`crm.line(r.name)`,
      email: sql`crm.contact_lines(r.emails)`,
      phone: sql`crm.contact_lines(r.phones)`,
      notes: sql`crm.line(r.notes)`,
    },
    noted: { column: 'person_id', own: sql`r.notes` },
    age: sql`r.id`,
    joins: actor => sql`${linkedOrganization(actor, 'org_id')}
      left join crm.picture picture on picture.company_id = r.company_id and picture.id = r.picture_id
      cross join lateral (select r.id) p`,
    item: sql`r.name, ${contacts('r.phones')} as phones, ${contacts('r.emails')} as emails, r.visible_to, ${OWNER},
      ${named('organization')} as organization`,
    included: { 'person.picture': ({ services }) => sql`${pictureV1(services.origin)} as picture` },
  },
  product: {
    name: 'name',
    groups: { name: sql`crm.line(r.name)`, code: sql`crm.line(r.code)` },
    age: sql`r.id`,
    joins: () => sql``,
    item: sql`r.name, r.code, r.visible_to, ${OWNER}`,
    included: {
      'product.price': () => sql`(select coalesce(json_agg(json_build_object('currency', p.currency, 'price', p.price)
        order by p.currency), '[]') from crm.product_price p
        where p.company_id = r.company_id and p.product_id = r.id and p.variation_id = 0) as prices`,
    },
  },
  mail_attachment: {
    among: { table: 'file', which: sql`r.mail_message_id is not null` },
    name: 'name',
    groups: { name: sql`crm.line(r.name)` },
    age: sql`r.id`,
    joins: actor => sql`
      join crm.mail_message message on message.company_id = r.company_id and message.id = r.mail_message_id
      join crm.mail_thread thread on thread.company_id = r.company_id and thread.id = message.thread_id
      left join crm.deal deal on deal.company_id = r.company_id and deal.id = thread.deal_id and ${maySee(actor, 'deal', 'deal')}
      left join crm.lead lead on lead.company_id = r.company_id and lead.id = thread.lead_id and ${maySee(actor, 'lead', 'lead')}`,
    item: ({ services }) => sql`r.name, ${fileAddress('r', services.origin)} as url,
      json_build_object('id', message.id, 'subject', message.subject) as mail_message, thread.id as mail_thread_id,
      json_build_object('id', r.user_id) as owner, ${titled('deal')} as deal, ${titled('lead')} as lead`,
    included: {},
  },
  project: {
    name: 'title',
    groups: { title: sql`crm.line(r.title)`, description: sql`crm.line(r.description)` },
    noted: { column: 'project_id' },
    age: sql`r.id`,
    joins: actor => sql`
      join crm.project_phase phase on phase.company_id = r.company_id and phase.id = r.phase_id
      ${firstLinked(actor, 'person_ids', 'person')} ${firstLinked(actor, 'org_ids', 'organization')}
      ${firstLinked(actor, 'deal_ids', 'deal')}`,
    item: sql`r.title, r.status, ${OWNER}, r.board_id, json_build_object('id', phase.id, 'name', phase.name) as phase,
      ${named('person')} as person, case when organization.id is not null then json_build_object('id', organization.id,
        'name', organization.name, 'address', organization.address ->> 'value') end as organization,
      ${titled('deal')} as deal, cardinality(${linkedIds('deal_ids', 'r')}) as deal_count, r.description, r.end_date`,
    included: {},
  },
  file: {
    among: { table: 'file', which: sql`r.mail_message_id is null` },
    name: 'name',
    groups: { name: sql`crm.line(r.name)`, description: sql`crm.line(r.description)` },
    age: sql`r.id`,
    joins: () => fileJoins('r'),
    item: ({ services }) => sql`r.name, r.description, ${fileAddress('r', services.origin)} as url,
      json_build_object('id', r.user_id) as owner, ${titled('deal')} as deal, ${titled('lead')} as lead,
      ${named('person')} as person, ${named('org')} as organization, ${named('product')} as product`,
    included: {},
  },
}

/** "May see" for what is searched, under the given alias. */
export function maySeeSearched(actor: Actor, kind: Searched, alias: string): Fragment {
  return isFile(kind) ? maySeeFile(actor, alias) : maySee(actor, kind, alias)
}

/** Attachments of mail are files too: without fields of the company's own, and as visible as what they belong to. */
export function isFile(kind: Searched): kind is 'file' | 'mail_attachment' {
  return kind === 'file' || kind === 'mail_attachment'
}

/** The table that a kind is kept in; its words are in one of that name with `_words`. */
export function tableOf(kind: Searched): string {
  return KINDS[kind].among?.table ?? kind
}

/** Every group of fields of a kind that can be asked for. */
export function groupsOf(kind: Searched): string[] {
  const { groups, linked = {}, noted } = KINDS[kind]
  return [...new Set([...Object.keys(groups), ...(noted ? ['notes'] : []), 'custom_fields', ...Object.keys(linked)])]
}

/** The kinds a caller named; those that nothing is kept of find nothing. */
export function searchedKinds(named: readonly string[] | undefined): readonly Searched[] {
  return named ? SEARCHED.filter(kind => named.includes(kind)) : SEARCHED
}
