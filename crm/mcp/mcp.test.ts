import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal, anActivity } from '../testing/builders.ts'
import { everyRow } from '../testing/everyRow.ts'
import { READING_CALLS, recordsForTools, type ToolRecords, WRITING_CALLS } from '../testing/mcpCalls.ts'
import { type McpClient, mcpClient } from '../testing/mcpClient.ts'
import { userWithout } from '../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../testing/startTestCrm.ts'
import { readTools } from './readTools.ts'
import { summaryTools } from './summaryTools.ts'
import { writeTools } from './writeTools.ts'

const crm = await startTestCrm()
const { owner } = crm
const READING = [...readTools, ...summaryTools].map(({ name }) => name)
const WRITING = writeTools.map(({ name }) => name)

const connect = (user: TestUser, query = '', headers: Record<string, string> = { 'x-api-token': user.token }) =>
  mcpClient(`${crm.origin}/mcp${query}`, headers)
const jobs = () => crm.sql`select task_identifier from graphile_worker.jobs`

let reader: McpClient
let writer: McpClient

let records: ToolRecords

beforeAll(async () => {
  reader = await connect(owner)
  writer = await connect(owner, '?write=1')
  records = await recordsForTools(owner)
})

describe('tools', () => {
  test('only those that read are listed, unless writing is asked for', async () => {
    expect((await reader.names()).sort()).toEqual([...READING].sort())
    expect((await writer.names()).sort()).toEqual([...READING, ...WRITING].sort())
  })

  test('each says what it does, what it takes and whether it changes anything', async () => {
    const { tools } = await writer.client.listTools()

    for (const { name, title, description, inputSchema, annotations } of tools) {
      const writes = WRITING.includes(name)
      expect({ name, title, description }).toEqual({
        name: expect.stringMatching(/^[a-z_]{5,30}$/),
        title: expect.stringMatching(/^\w/),
        description: expect.stringMatching(/^.{20,140}$/),
      })
      expect(annotations, name).toMatchObject({ readOnlyHint: !writes, openWorldHint: false })
      expect('dry_run' in (inputSchema.properties ?? {}), name).toBe(writes)
    }
    // What assistants are shown before they ask anything.
    expect(JSON.stringify(tools).length).toBeLessThan(40_000)
  })

  test('inputs are those that the operations declare', async () => {
    const { tools } = await writer.client.listTools()
    const schemaOf = (name: string) => tools.find(tool => tool.name === name)?.inputSchema

    expect(schemaOf('move_deal')).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1 },
        stage_id: { description: 'Id of a stage, from list_pipelines', type: 'integer', minimum: 1 },
        dry_run: { type: 'boolean', description: 'true: tells what would change and stores nothing' },
      },
      required: ['id', 'stage_id'],
      additionalProperties: false,
    })
    expect(schemaOf('create_deal')).toMatchObject({
      properties: { title: { type: 'string', maxLength: 255 }, expected_close_date: { anyOf: expect.any(Array) } },
      required: ['title'],
    })
  })
})

describe('each tool that reads answers as its operation does', () => {
  test.each(READING)('%s', async name => {
    const [given, check] = READING_CALLS[name]?.(records) ?? []
    const used = await reader.use(name, given)

    expect(used, used.text).toMatchObject({ isError: false })
    await check?.(used)
    expect.hasAssertions()
    expect(check, `${name} has a call here`).toBeDefined()
  })

  test('what is due by a day counts as due on that day, not overdue', async () => {
    const { data } = await reader.use('list_due_activities', { end_date: '2026-01-05' })

    expect(data).toMatchObject({ day: '2026-01-05', due: [{ id: records.activity.id }] })
    expect(data.overdue).toBeUndefined()
  })

  test('of what is due the longest overdue comes first, and the rest is counted', async () => {
    const user = await crm.company()
    for (const day of ['03', '01', '02']) await anActivity(user, { subject: day, due_date: `2026-01-${day}` })

    const { data } = await (await connect(user)).use('list_due_activities', { limit: 2 })

    expect(data.overdue.map(({ subject }: { subject: string }) => subject)).toEqual(['01', '02'])
    expect(data.more).toMatch(/^1 more/)
  })
})

describe('each tool that writes', () => {
  test('tells in a dry run what it would do, and leaves nothing behind', async () => {
    const before = [await everyRow(crm), await jobs()]

    for (const name of WRITING) {
      const [given, , after] = WRITING_CALLS[name]?.(records) ?? [{}, () => '', {}]
      const dry = await writer.use(name, { ...given, dry_run: true })
      expect(dry, `${name}: ${dry.text}`).toMatchObject({
        isError: false,
        text: expect.stringContaining('Nothing was'),
      })
      const { record, changes } = dry.data
      for (const [field, value] of Object.entries(after))
        expect(record ? record[field] : changes[field]?.to, `${name}: ${field} in ${dry.text}`).toEqual(value)
    }

    expect([await everyRow(crm), await jobs()]).toEqual(before)
  })

  test.each(WRITING)('%s stores what it was given', async name => {
    const [given, path, after] = WRITING_CALLS[name]?.(records) ?? [{}, () => '', {}]
    const done = await writer.use(name, given)

    expect(done, done.text).toMatchObject({ isError: false })
    expect((await owner.call('GET', path(done.data.id))).body.data).toMatchObject(after)
  })

  test('is refused where only reading was asked for', async () => {
    const used = await reader.use('create_deal', { title: 'No' })

    expect(used).toMatchObject({ isError: true, text: expect.stringContaining('?write=1') })
  })
})

describe('refusals are errors of the tool, and name the field', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['get_deal', {}, 'id is required'],
    ['get_deal', { id: 'many' }, 'id'],
    ['get_deal', { id: 999_999 }, 'Deal not found'],
    ['get_deal', { id: '../persons/1' }, 'id'],
    ['get_deal', { id: 1, color: 'red' }, 'color is not an input of this tool: it takes id, as_of'],
    ['list_deals', { status: ['lukewarm'] }, 'status'],
    ['list_deals', { limit: 0 }, 'limit'],
    ['create_deal', { title: '' }, 'title'],
    ['create_deal', { title: 'A', dry_run: 'yes' }, 'dry_run must be true or false'],
    ['create_deal', { title: 'A', owner_id: 999_999, dry_run: true }, 'owner_id'],
    ['move_deal', { id: 1 }, 'stage_id is required'],
    ['add_note', { content: 'On nothing' }, 'deal_id'],
  ]

  test.each(refused)('%s %j: %s', async (name, given, text) => {
    const used = await writer.use(name, given)

    expect(used).toMatchObject({ isError: true, text: expect.stringContaining(text) })
  })

  test('a tool that does not exist is an error of the protocol', async () => {
    await expect(writer.use('drop_tables')).rejects.toThrow('There is no tool drop_tables')
  })
})

describe('the token decides', () => {
  test('hidden records stay hidden, in lists, one by one, in search and sums', async () => {
    const secret = await aDeal(owner, { title: 'Secret merger', visible_to: 1 })
    const colleague = await crm.colleague(owner)
    const theirs = await connect(colleague, '?write=1')

    expect(await theirs.use('get_deal', { id: secret.id })).toMatchObject({ isError: true, text: 'Deal not found' })
    expect(await theirs.use('update_deal', { id: secret.id, title: 'Mine' })).toMatchObject({ isError: true })
    expect((await theirs.use('list_deals', { limit: 50 })).text).not.toContain('Secret')
    expect((await theirs.use('search_records', { term: 'merger' })).data).toEqual({ result: 'nothing found' })
    expect((await reader.use('search_records', { term: 'merger' })).data.items).toHaveLength(1)
  })

  test('nothing of another company', async () => {
    const stranger = await connect(await crm.company())

    expect(await stranger.use('get_deal', { id: records.deal.id })).toMatchObject({
      isError: true,
      text: 'Deal not found',
    })
  })

  test('a tool error without the right, the scope, or with a token that only reads', async () => {
    const lacking = await userWithout(crm, ['can_see_deals_list_summary'])
    const scoped = await crm.colleague(owner, { scopes: ['contacts:read'] })
    const readOnly = await crm.colleague(owner)
    await crm.sql`update crm.api_token set read_only = true where user_id = ${readOnly.userId}`
    const refusal = { isError: true, text: expect.stringMatching(/does not allow|Scope|only read/) }

    expect(await (await connect(lacking)).use('summarize_deals')).toMatchObject(refusal)
    expect(await (await connect(scoped)).use('get_deal', { id: records.deal.id })).toMatchObject(refusal)
    expect(await (await connect(scoped)).use('get_person', { id: records.person.id })).toMatchObject({ isError: false })
    for (const dry_run of [true, false])
      expect(await (await connect(readOnly, '?write=1')).use('create_deal', { title: 'No', dry_run })).toMatchObject(
        refusal,
      )
    expect(await (await connect(readOnly)).use('get_deal', { id: records.deal.id })).toMatchObject({ isError: false })
  })

  test('an API token is taken as Bearer too, and both revisions of the protocol are spoken', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }

    for (const mode of ['legacy', 'auto'] as const) {
      const assistant: McpClient = await mcpClient(`${crm.origin}/mcp`, headers, mode)
      expect((await assistant.use('get_current_user')).data.id, mode).toBe(owner.userId)
    }
  })

  test('401 for a token that was revoked, in the middle of the work too', async () => {
    const leaver = await crm.colleague(owner)
    const assistant = await connect(leaver)
    expect(await assistant.use('get_current_user')).toMatchObject({ isError: false })

    await crm.sql`update crm.api_token set revoked_time = now() where user_id = ${leaver.userId}`

    await expect.poll(() => assistant.use('get_current_user').catch(String)).toContain('No valid token')
    await expect(connect(leaver)).rejects.toThrow()
  })
})
