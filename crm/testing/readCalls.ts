import type { Operation } from '@portico/kit/api/operation'
import type { TObject } from 'typebox'
import { conditions } from './filterConditions.ts'
import { PREFIX } from './prefix.ts'
import type { RecordIds } from './recordIds.ts'

/** What calls are made with. Two lists of calls for the same operation differ in the ids of the records alone. */
export interface Asked {
  ids: RecordIds
  /** Texts to search for. */
  terms: readonly string[]
  users: readonly number[]
  /** As YYYY-MM-DD. */
  today: string
  pipeline: number
  stage: number
  fieldIds: Readonly<Record<string, number>>
  fieldKeys: Readonly<Record<string, string>>
}

type Values = readonly (string | number)[]

/**
 * Addresses that ask a reading operation for everything it can be asked for: each value of each parameter, the
 * required ones in all combinations. An operation with a parameter that nothing is known about is an error.
 */
export function readCalls(
  { api, name, path, params, query }: Operation<never>,
  asked: Asked,
  how: 'everything' | 'what is required' = 'everything',
): string[] {
  const known = (parameter: string, values: Values | undefined): Values => {
    if (values) return values
    throw new Error(`say in readCalls.ts what to give ${api} ${name} as ${parameter}`)
  }
  const paths = combined(
    Object.keys(params.properties).map(parameter => [parameter, known(parameter, pathValues(path, parameter, asked))]),
  ).map(chosen => PREFIX[api] + path.replace(/\{(\w+)\}/g, (_, parameter) => String(chosen[parameter])))

  const required = (query as TObject & { required?: string[] }).required ?? []
  const given = Object.entries(query.properties).map(
    ([parameter, schema]) => [parameter, known(parameter, queryValues(name, parameter, schema, asked))] as const,
  )
  const needed = given.filter(([parameter]) => required.includes(parameter))
  const optional = given.filter(([parameter]) => how === 'everything' && !required.includes(parameter))
  // Of required choices but the searched text, the first is enough to try the optional ones with.
  const plain = combined(
    needed.map(([parameter, values]) => [parameter, parameter === 'term' ? values : values.slice(0, 1)]),
  )
  const queries = [
    ...combined(needed),
    ...plain.flatMap(base =>
      optional.flatMap(([parameter, values]) => values.map(value => ({ ...base, [parameter]: value }))),
    ),
  ]
  return paths.flatMap(address => queries.map(chosen => address + searchOf(chosen)))
}

function combined(choices: readonly (readonly [string, Values])[]): Record<string, string | number>[] {
  return choices.reduce<Record<string, string | number>[]>(
    (all, [parameter, values]) => all.flatMap(chosen => values.map(value => ({ ...chosen, [parameter]: value }))),
    [{}],
  )
}

function searchOf(chosen: Record<string, string | number>): string {
  const entries = Object.entries(chosen).map(([key, value]): [string, string] => [key, String(value)])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

function pathValues(path: string, parameter: string, asked: Asked) {
  const { ids, users, pipeline, stage, fieldIds, fieldKeys } = asked
  const [, kind = '', after] = path.split('/')
  if (parameter === 'conversion_id') return [kind === 'deals' ? ids.dealConversion : ids.leadConversion]
  if (parameter === 'id' && path.includes('/convert/'))
    return [kind === 'deals' ? ids.convertedDeal : ids.convertedLead]
  if (parameter === 'commentId') return [ids.comment]
  if (path.startsWith('/projects/boards')) return [ids.board]
  if (path.startsWith('/projects/phases')) return [ids.phase]
  // Of whom is found out by trying; those of hidden records are tried in tests of their own.
  if (path === '/changes/{id}') return [900_021]
  if (parameter === 'dealId') return [ids.wonDeal]
  if (parameter === 'size') return [128, 512]
  if (path.startsWith('/mailbox/mailThreads/{id}')) return [ids.mailThread]
  if (path.startsWith('/mailbox/mailMessages/{id}')) return [ids.mailMessage]
  if (parameter === 'conversation') return ['conversation']
  // Opened by whoever has the whole address, so all a stranger can try is to make one up.
  if (parameter === 'link') return ['made-up.1.x']
  if (path === '/fieldUse/{field_code}') return [fieldKeys.dealFields ?? 'label_ids', 'label_ids']
  if (parameter === 'field_code') return [fieldKeys[kind] ?? 'subject']
  if (path === '/legacyTeams/user/{id}') return users
  if (parameter !== 'id' || after !== '{id}') return undefined
  if (kind.endsWith('Fields')) return [fieldIds[kind] ?? 1]
  const values: Record<string, Values> = {
    activities: [ids.activity],
    boards: [ids.board],
    callLogs: [ids.callLog],
    channels: [ids.channel],
    webhooks: [ids.webhook],
    deals: [ids.deal, ids.archivedDeal],
    // What one holds is decided when it is made; tests of its own see to that.
    exports: [900_022],
    bulk: [900_023],
    mailTemplates: [900_025],
    imports: [900_024],
    files: [ids.file],
    filters: ids.filters,
    goals: [ids.goal],
    leads: [ids.lead, ids.archivedLead],
    mailMessages: [ids.mailMessage],
    notes: [ids.note],
    organizationRelationships: [ids.relationship],
    organizations: [ids.organization],
    persons: [ids.person],
    phases: [ids.phase],
    pipelines: [pipeline],
    products: [ids.product],
    projects: [ids.project, ids.archivedProject],
    projectTemplates: [ids.projectTemplate],
    permissionSets: ['00000000-0000-4000-8000-000000000000'],
    legacyTeams: [1],
    roles: [1],
    stages: [stage],
    subscriptions: [ids.subscription],
    tasks: [ids.task],
    users,
  }
  return values[kind]
}

/** Where the filter of a list is among those of `recordsOfEachKind`; pipelines and stages list deals. */
const FILTER_OF: Record<string, [number, number]> = {
  leads: [1, 2],
  organizations: [2, 3],
  persons: [3, 4],
  products: [4, 5],
  activities: [5, 6],
  projects: [6, 7],
}

/** Where reports and agendas begin. */
function firstOf(name: string, today: string): string {
  if (name === 'GET /agenda') return '2020-01-01'
  return name.startsWith('GET /insights/') ? today.slice(0, 7) : '2026-01'
}

function queryValues(name: string, parameter: string, schema: object, asked: Asked): Values | undefined {
  const { ids, terms, users, pipeline, stage, fieldKeys } = asked
  const {
    type,
    enum: choices,
    items,
    minimum,
    maximum,
  } = schema as {
    type?: string
    enum?: string[]
    items?: { enum?: string[] }
    minimum?: number
    maximum?: number
  }
  // The order of a list is nothing that visibility hangs on.
  if (parameter === 'sort_by' || parameter === 'sort_direction') return choices?.slice(-1)
  if (choices) return choices
  if (items?.enum) return parameter === 'fields' ? [...items.enum, items.enum.join(',')] : [items.enum.join(',')]
  if (type === 'boolean') return ['true']
  if (minimum === 0 && maximum === 1) return [1]
  const kind = /^GET \/(\w+)/.exec(name)?.[1] ?? ''
  const ofKind: Record<string, Values> = {
    board: [ids.deal],
    rows: [ids.deal],
    activities: [ids.activity],
    deals: [ids.deal],
    organizations: [ids.organization],
    persons: [ids.person],
    products: [ids.product],
  }
  const values: Record<string, Values | undefined> = {
    address: ['made-up@example.org'],
    all_changes: ['1'],
    'assignee.id': users,
    amount: [2],
    as_of: ['2099-01-01T00:00:00Z'],
    assignee_id: users,
    board_id: [ids.board],
    correlation_id: ['made-up'],
    columns: ['owner_id,person_id,organization.name'],
    conditions: [JSON.stringify(conditions([['organization', 'name', 'IS NOT NULL']]))],
    cursor: [],
    custom_fields: [fieldKeys[`${kind.slice(0, -1)}Fields`] ?? 'x'],
    deal_id: [ids.deal],
    deal_ids: [`${ids.deal},${ids.archivedDeal}`],
    end_date: ['2099-01-01'],
    exclude: [ids.activity],
    'expected_outcome.currency_id': [1],
    'expected_outcome.target': [5],
    field: [fieldKeys.dealFields ?? '', 'title', 'name'],
    field_key: name.includes('timeline')
      ? ['add_time', 'won_time']
      : [fieldKeys.dealFields ?? '', fieldKeys.personFields ?? '', 'title', 'name'],
    filter_id: ids.filters.slice(...(FILTER_OF[kind] ?? [0, 1])),
    first_char: ['z', 'o'],
    from: [firstOf(name, asked.today)],
    ids: ofKind[kind],
    items: [
      'deal',
      'activity,plannedActivity',
      'file',
      'note',
      'comment',
      'mailMessage',
      'change',
      'follower,participant',
    ],
    label_id: ['00000000-0000-4000-8000-000000000000'],
    lead_id: [ids.lead],
    limit: [1],
    org_id: [ids.organization],
    month: ['none'],
    months: [2],
    organization_id: [ids.organization],
    owner_id: users,
    parent_task_id: [ids.task],
    person_id: [ids.person],
    phase_id: [ids.phase],
    'period.end': ['2099-01-01'],
    'period.start': ['2020-01-01'],
    picture_id: [1],
    pipeline_id: [pipeline],
    product_id: [ids.product],
    project_id: [ids.project],
    since: ['2020-01-01 00:00:00'],
    since_timestamp: ['2020-01-01 00:00:00'],
    sort: [kind === 'rows' ? '-organization.name' : 'id DESC'],
    source: ['API'],
    stage_id: [stage],
    start: [1],
    start_date: [name.includes('timeline') ? asked.today : '2020-01-01'],
    task_id: [ids.task],
    team_id: [1],
    term: terms,
    text: terms,
    thread_id: [ids.mailThread],
    title: ['x'],
    totals_convert_currency: ['EUR'],
    type: ['call'],
    types: ['call'],
    'type.params.activity_type_id': [1],
    'type.params.pipeline_id': [pipeline],
    'type.params.stage_id': [stage],
    until: [name === 'GET /agenda' ? '2099-01-01' : '2099-01-01 00:00:00'],
    updated_since: ['2020-01-01T00:00:00Z'],
    updated_until: ['2099-01-01T00:00:00Z'],
    user_id: users,
  }
  return values[parameter]
}
