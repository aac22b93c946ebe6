import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply, TestUser } from './startTestCrm.ts'

type Shown = Record<string, unknown>

/** Lists that show everything of a company that can be copied to another one. */
const LISTS = [
  '/v1/roles',
  '/v1/users',
  '/api/v2/dealFields?limit=500',
  '/api/v2/personFields?limit=500',
  '/api/v2/organizationFields?limit=500',
  '/api/v2/productFields?limit=500',
  '/api/v2/projectFields?limit=500',
  '/api/v2/pipelines',
  '/api/v2/stages',
  '/v1/activityTypes',
  '/v1/leadLabels',
  '/api/v2/boards',
  '/api/v2/organizations?include_fields=followers_count,notes_count,files_count,activities_count',
  '/api/v2/persons?include_fields=followers_count,notes_count,files_count,activities_count,marketing_status',
  '/api/v2/products',
  '/api/v2/deals?include_fields=followers_count,participants_count,products_count,notes_count,files_count,activities_count,first_won_time',
  '/api/v2/deals/archived',
  '/v1/leads',
  '/v1/leads/archived',
  '/api/v2/projects',
  '/api/v2/projects/archived',
  '/api/v2/tasks',
  '/api/v2/activities?include_fields=attendees',
  '/v1/notes',
  '/v1/files',
  '/v1/filters',
] as const

/** Lists of each record of a list. */
const BELOW: Readonly<Partial<Record<string, readonly ((id: unknown) => string)[]>>> = {
  '/v1/roles': [id => `/v1/roles/${id}/settings`, id => `/v1/roles/${id}/pipelines`],
  '/v1/users': [id => `/v1/goals/find?assignee.type=person&assignee.id=${id}`],
  '/api/v2/boards': [id => `/api/v2/phases?board_id=${id}`],
  '/api/v2/organizations': [id => `/api/v2/organizations/${id}/followers`],
  '/api/v2/persons': [id => `/api/v2/persons/${id}/followers`],
  '/api/v2/products': [id => `/api/v2/products/${id}/followers`, id => `/api/v2/products/${id}/variations`],
  '/api/v2/deals': [
    id => `/api/v2/deals/${id}/followers`,
    id => `/v1/deals/${id}/participants`,
    id => `/api/v2/deals/${id}/products`,
    id => `/api/v2/deals/${id}/discounts`,
    id => `/api/v2/deals/installments?deal_ids=${id}`,
  ],
  '/v1/notes': [id => `/v1/notes/${id}/comments`],
  '/v1/filters': [id => `/v1/filters/${id}?include_field_code=true`],
  '/api/v2/projects': [id => `/api/v2/projects/${id}/groups`],
}

/** What depends on the company, the server, who asks and what cannot be copied, and what of a person belongs to the account. */
const OWN = new Set([
  ...[
    'company_id',
    'cc_email',
    'url',
    'is_you',
    'activated',
    'last_login',
    'modified',
    'has_created_company',
    'icon_url',
  ],
  ...['picture_id', 'has_pic', 'permission_set_id', 'assignment_count', 'field_id', 'currency_id', 'data', 'person'],
  ...['mail_message_id', 'email_messages_count'],
])

/** Every record of every list, by list and id. The topmost role is called `top`, whatever its id. */
export async function everyList(user: TestUser): Promise<Record<string, Shown>> {
  const shown: Record<string, Shown> = {}
  const read = async (path: string) => {
    const records: Shown[] = []
    let from = ''
    for (let page = 0; page < 100; page++) {
      const { body, status } = await answerOf(user, `${path}${from}`)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      const data = body.data?.goals ?? body.data ?? []
      for (const record of Array.isArray(data) ? data : [data]) records.push(record)
      const { next_cursor, pagination } = body.additional_data ?? {}
      const mark = path.includes('?') ? '&' : '?'
      if (next_cursor) from = `${mark}cursor=${next_cursor}`
      else if (pagination?.more_items_in_collection) from = `${mark}start=${pagination.next_start}`
      else break
    }
    return records
  }
  const roles = await read('/v1/roles')
  const top = roles.find(role => role.parent_role_id === null)?.id
  for (const list of LISTS) {
    for (const record of await read(list)) {
      const id = record.id ?? record.field_code
      const called = list === '/v1/roles' && id === top ? 'top' : id
      shown[`${list} ${called}`] = without(record, top)
      for (const below of BELOW[list.split('?')[0] ?? ''] ?? []) {
        const path = below(id)
        for (const [at, row] of (await read(path)).entries()) {
          const { id: rowId, ...rest } = row
          const isJoined = path.includes('participants')
          shown[`${below(called)} ${isJoined ? at : (rowId ?? row.uuid ?? at)}`] = without(isJoined ? rest : row, top)
        }
      }
    }
  }
  return shown
}

function without(value: unknown, top: unknown): Shown {
  const bare = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(bare)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each)
        .filter(([name]) => !OWN.has(name))
        .map(([name, inner]) => [name, ROLES.has(name) && inner === top ? 'top' : bare(inner)]),
    )
  }
  const shown = bare(value) as Shown
  return shown.id === top && 'parent_role_id' in shown ? { ...shown, id: 'top' } : shown
}

const ROLES = new Set(['role_id', 'parent_role_id'])

/** Whoever reads all lists of a server with its limits on is told to wait now and then. */
async function answerOf(user: TestUser, path: string): Promise<Reply> {
  for (let tries = 0; ; tries++) {
    const reply = await user.call('GET', path)
    if (reply.status !== 429 || tries === 30) return reply
    await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1_000)
  }
}
