import { describe, expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { receive } from '../../testing/mail.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

/** `If-Match`, on every operation that declares it and on no other. */
const crm = await startTestCrm()

interface ToChange {
  /** What the names in the path stand for. */
  params: Record<string, unknown>
  etag: string
  /** What an update sends. */
  change: object
}

async function toChange(
  path: string,
  body: object,
  param = 'id',
  change: object = { name: 'Changed' },
): Promise<ToChange> {
  const { status, headers, body: reply } = await crm.owner.call('POST', path, body)
  expect(status, JSON.stringify(reply)).toBeLessThan(300)
  return { params: { [param]: reply.data.id }, etag: headers.get('etag') ?? 'no etag', change }
}

const idOf = async (path: string, body: object) => (await toChange(path, body)).params.id
const dealToChange = (change: object = { title: 'Changed' }) => toChange('/v2/deals', { title: 'Deal' }, 'id', change)
const personToChange = (change?: object) => toChange('/v2/persons', { name: 'Person' }, 'id', change)
const organizationToChange = (change?: object) => toChange('/v2/organizations', { name: 'Organization' }, 'id', change)

const aNoteBody = async () => ({ content: 'Note', deal_id: await idOf('/v2/deals', { title: 'Deal' }) })

/** A deal with one product on it. */
async function lineToChange(version: string): Promise<ToChange> {
  const deal = await idOf('/v2/deals', { title: 'Deal' })
  const product_id = await idOf('/v2/products', { name: 'Product' })
  const body = { product_id, item_price: 5, quantity: 1 }
  const line = await toChange(`${version}/deals/${deal}/products`, body, 'product_attachment_id', { quantity: 2 })
  return { ...line, params: { ...line.params, id: deal } }
}

/** A new record for each path that has a version, with the ETag its creation gave. */
const RECORDS: Record<string, () => Promise<ToChange>> = {
  '/activities/{id}': () => toChange('/v2/activities', { subject: 'Call' }, 'id', { subject: 'Changed' }),
  '/callLogs/{id}': () =>
    toChange('/v1/callLogs', {
      ...{ outcome: 'busy', to_phone_number: '1' },
      ...{ start_time: '2026-03-01 08:00:00', end_time: '2026-03-01 08:00:00' },
    }),
  '/changes/{id}/revert': async () => {
    const deal = await dealToChange()
    const { headers } = await crm.owner.call('PATCH', `/v2/deals/${deal.params.id}`, deal.change)
    const [last] = (await crm.owner.call('GET', `/v2/deals/${deal.params.id}/changes`)).body.data
    return { params: { id: last.id }, etag: headers.get('etag') ?? 'no etag', change: {} }
  },
  '/deals/{id}': dealToChange,
  '/deals/{id}/merge': async () => dealToChange({ merge_with_id: await idOf('/v2/deals', { title: 'Survivor' }) }),
  '/deals/{id}/installments/{installment_id}': async () => {
    const { params } = await lineToChange('/v2')
    const body = { description: 'First', amount: 1, billing_date: '2030-01-01' }
    const installment = await toChange(`/v2/deals/${params.id}/installments`, body, 'installment_id', { amount: 2 })
    return { ...installment, params: { ...installment.params, id: params.id } }
  },
  '/deals/{id}/products/{product_attachment_id}': () => lineToChange('/v2'),
  '/files/{id}': async () => {
    const form = new FormData()
    form.set('file', new Blob(['text']), 'offer.txt')
    const headers = { 'x-api-token': crm.owner.token }
    const reply = await fetch(`${crm.origin}/v1/files`, { method: 'POST', headers, body: form })
    const { data } = (await reply.json()) as { data: { id: number } }
    return { params: { id: data.id }, etag: reply.headers.get('etag') ?? 'no etag', change: { name: 'Changed' } }
  },
  '/goals/{id}': async () => {
    const { headers, body } = await crm.owner.call('POST', '/v1/goals', {
      assignee: { id: crm.owner.userId, type: 'person' },
      type: { name: 'deals_won' },
      expected_outcome: { target: 1, tracking_metric: 'quantity' },
      duration: { start: '2026-01-01' },
      interval: 'weekly',
    })
    const params = { id: body.data.goal.id }
    return { params, etag: headers.get('etag') ?? 'no etag', change: { title: 'Changed' } }
  },
  '/leads/{id}': async () => {
    const person_id = await idOf('/v2/persons', { name: 'Person' })
    return toChange('/v1/leads', { title: 'Lead', person_id }, 'id', { title: 'Changed' })
  },
  '/mailbox/mailThreads/{id}': async () => {
    const { threadId } = await receive(crm, crm.owner)
    const { headers } = await crm.owner.call('GET', `/v1/mailbox/mailThreads/${threadId}`)
    return { params: { id: threadId }, etag: headers.get('etag') ?? 'no etag', change: { archived_flag: 1 } }
  },
  '/mailMessages/{id}': () =>
    toChange('/app/api/mailMessages', { draft_flag: true, subject: 'Draft' }, 'id', { subject: 'Changed' }),
  '/notes/{id}': async () => toChange('/v1/notes', await aNoteBody(), 'id', { content: 'Changed' }),
  '/notes/{id}/comments/{commentId}': async () => {
    const id = await idOf('/v1/notes', await aNoteBody())
    const { headers, body } = await crm.owner.call('POST', `/v1/notes/${id}/comments`, { content: 'Comment' })
    const params = { id, commentId: body.data.uuid }
    return { params, etag: headers.get('etag') ?? 'no etag', change: { content: 'Changed' } }
  },
  '/organizationRelationships/{id}': async () => {
    const [owner, linked] = [await organizationToChange(), await organizationToChange()]
    const body = { type: 'related', rel_owner_org_id: owner.params.id, rel_linked_org_id: linked.params.id }
    return toChange('/v1/organizationRelationships', body, 'id', { type: 'parent' })
  },
  '/organizations/{id}': organizationToChange,
  '/organizations/{id}/merge': async () =>
    organizationToChange({ merge_with_id: (await organizationToChange()).params.id }),
  '/persons/{id}': personToChange,
  '/persons/{id}/merge': async () => personToChange({ merge_with_id: (await personToChange()).params.id }),
  '/pipelines/{id}': () => toChange('/v2/pipelines', { name: 'Pipeline' }),
  '/boards/{id}': () => toChange('/v2/boards', { name: 'Board' }),
  '/phases/{id}': async () => toChange('/v2/phases', { name: 'Phase', board_id: await firstBoard() }),
  '/projects/{id}': () => toChange('/v2/projects', { title: 'Project' }, 'id', { title: 'Changed' }),
  '/projects/{id}/groups/{group_id}': groupToChange,
  '/projects/{id}/plan/activities/{activityId}': () => itemToMove('/v2/activities', 'activityId'),
  '/projects/{id}/plan/tasks/{taskId}': () => itemToMove('/v2/tasks', 'taskId'),
  '/projectTemplates/{id}': async () =>
    toChange('/v2/projectTemplates', { title: 'Template', projects_board_id: await firstBoard() }, 'id', {
      title: 'Changed',
    }),
  '/tasks/{id}': async () => {
    const project_id = await idOf('/v2/projects', { title: 'Project' })
    return toChange('/v2/tasks', { title: 'Task', project_id }, 'id', { title: 'Changed' })
  },
  '/products/{id}': () => toChange('/v2/products', { name: 'Product' }),
  '/stages/{id}': async () => toChange('/v2/stages', { name: 'Stage', pipeline_id: await firstPipeline() }),
}

async function firstPipeline(): Promise<number> {
  return (await crm.owner.call('GET', '/v2/pipelines')).body.data[0].id
}

/** A task or an activity of a project, to be put into a group. */
async function itemToMove(path: string, param: string): Promise<ToChange> {
  const id = await idOf('/v2/projects', { title: 'Project' })
  const group_id = await idOf(`/v2/projects/${id}/groups`, { name: 'Group' })
  const body = path === '/v2/tasks' ? { title: 'Task', project_id: id } : { project_id: id }
  const item = await toChange(path, body, param, { group_id })
  return { ...item, params: { ...item.params, id } }
}

async function groupToChange(): Promise<ToChange> {
  const id = await idOf('/v2/projects', { title: 'Project' })
  const group = await toChange(`/v2/projects/${id}/groups`, { name: 'Group' }, 'group_id')
  return { ...group, params: { ...group.params, id } }
}

async function firstBoard(): Promise<number> {
  return (await crm.owner.call('GET', '/v2/boards')).body.data[0].id
}

describe.each(operations.filter(operation => operation.ifMatch))('$api $name', ({ api, name, method, path }) => {
  test('412 when the record has another version, and it stays as it is; success with its own', async () => {
    const record = RECORDS[path]
    if (!record) throw new Error(`say in RECORDS how to make what ${name} changes`)
    const { params, etag, change } = await record()
    const url = PREFIX[api] + path.replace(/\{(\w+)\}/g, (_, param) => String(params[param]))
    const send = (match: string) =>
      crm.owner.call(method, url, method === 'DELETE' ? undefined : change, { 'if-match': match })
    expect(etag).toMatch(/^"\d+"$/)

    const older = await send(`"${Number(etag.slice(1, -1)) - 1}"`)
    const newer = await send(`"${Number(etag.slice(1, -1)) + 1}"`)
    const own = await send(etag)

    expect(older).toMatchObject({ status: 412, body: { errorCode: 412, field: 'if-match' } })
    expect(newer).toMatchObject({ status: 412, body: { errorCode: 412, field: 'if-match' } })
    // The version a caller read still counts: neither refusal changed anything.
    expect(own.status, JSON.stringify(own.body)).toBe(200)
  })
})

/** Changes of what has no version that a caller is ever told. */
const WITHOUT_VERSION = [
  /^\/\w+Fields\/\{(id|field_code)\}(\/options)?$/,
  /^\/\w+\/\{id\}\/followers\/\{follower_id\}$/,
  /^\/deals\/\{id\}\/discounts\/\{discount_id\}$/,
  /^\/deals\/\{id\}\/participants\/\{deal_participant_id\}$/,
  // Takes off several lines at once.
  /^\/deals\/\{id\}\/products$/,
  /^\/persons\/\{id\}\/picture$/,
  /^\/products\/\{id\}\/(images|variations\/\{product_variation_id\})$/,
  /^\/(activityTypes|filters|leadLabels|mailTemplates|subscriptions)\/\{id\}$/,
  // Of people, what they may do and where their mail is.
  /^\/(sessions|users|mailAccounts|roles|legacyTeams|tokens|permissionSets|apps|installedApps|passkeys)\//,
  // Of messenger and video-call apps.
  /^\/(channels|meetings)\//,
  /^\/subscriptions\/(installment|recurring)\/\{id\}(\/cancel)?$/,
  /^\/(exports|imports)\/\{id\}$/,
  // One's own reminder; options of a field are given as a whole list, in the order they are to have.
  /^\/(reminders\/\{id\}|fieldOptions\/\{field_code\})$/,
  /^\/webhooks\/\{id\}$/,
]

test('every change of one record declares If-Match, but for those without a version', () => {
  const changes = operations.filter(({ method, path }) => method !== 'GET' && method !== 'POST' && path.includes('{'))
  const undeclared = changes.filter(({ ifMatch, path }) => !ifMatch && !WITHOUT_VERSION.some(known => known.test(path)))

  expect(undeclared.map(({ api, name }) => `${api} ${name}`)).toEqual([])
})
