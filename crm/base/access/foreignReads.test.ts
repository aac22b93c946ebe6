import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { addField } from '../../testing/addField.ts'
import { type Asked, readCalls } from '../../testing/readCalls.ts'
import { recordsOfEachKind } from '../../testing/recordsOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/**
 * Every operation that reads is asked by the owner of another company, for everything it can be asked for, with ids and
 * texts of a company that is not theirs.
 */
const crm = await startTestCrm()
const reading = operations.filter(({ method }) => method === 'GET')
const named = ({ api, name }: { api: string; name: string }) => `${api} ${name}`

const THEIRS = 'zqtheirs'
const KINDS = ['deal', 'person', 'organization', 'product'] as const
let other: TestUser
let asked: Asked

beforeAll(async () => {
  other = await crm.company()
  await crm.sql`update crm.app_user set name = ${`${THEIRS} owner`} where company_id = ${other.companyId}`
  const keys: Record<string, string> = {}
  const fieldIds: Record<string, number> = {}
  for (const kind of KINDS) {
    keys[kind] = (await addField(other, kind, 'varchar')).key
    const fields = (await other.call('GET', `/v1/${kind}Fields?limit=500`)).body.data
    fieldIds[`${kind}Fields`] = fields.find(({ key }: { key: string }) => key === keys[kind]).id
  }
  const { deal = '', person = '', organization = '', product = '' } = keys
  const people = (await addField(other, 'deal', 'people')).key
  const org = (await addField(other, 'deal', 'org')).key
  const custom = { deal, person, organization, product, people, org }
  const ids = await recordsOfEachKind(crm, other, { text: THEIRS, visible_to: 7, value: 100, custom })
  const [stage] = (await other.call('GET', '/v2/stages')).body.data
  asked = {
    ids,
    terms: [THEIRS],
    users: [other.userId],
    today: new Date().toISOString().slice(0, 10),
    pipeline: stage.pipeline_id,
    stage: stage.id,
    fieldIds,
    fieldKeys: Object.fromEntries(KINDS.map(kind => [`${kind}Fields`, keys[kind] ?? ''])),
  }
})

/** Ids that readCalls has from no record: the first role is the caller's own, and every company has these fields. */
const OF_EVERYONE = /\/(roles\/1|activityFields\/subject|fieldUse\/label_ids)\b/

interface Answered {
  operation: string
  address: string
  status: number
  text: string
}

/** One after the other, each asked when it is wanted. */
async function* answers(user: TestUser): AsyncGenerator<Answered> {
  for (const operation of reading)
    for (const address of readCalls(operation, asked)) {
      const reply = await crm.answer(address, { headers: { 'x-api-token': user.token } })
      yield { operation: named(operation), address, status: reply.status, text: await reply.text() }
    }
}

test('nothing of another company is told, and what is asked for by its id is missing', {
  timeout: 120_000,
}, async () => {
  const theirs: Answered[] = []
  for await (const answer of answers(crm.owner)) theirs.push(answer)

  const byId = new Set(reading.filter(({ path }) => path.includes('{')).map(named))
  expect(theirs.filter(({ status }) => status >= 500)).toEqual([])
  expect(theirs.filter(({ text }) => text.includes(THEIRS)).map(({ address }) => address)).toEqual([])
  const reached = theirs.filter(({ operation, status }) => byId.has(operation) && status < 400)
  expect(reached.map(({ address }) => address).filter(address => !OF_EVERYONE.test(address))).toEqual([])
})

test('the same calls find it for those whose it is', async () => {
  let found = 0
  for await (const { text } of answers(other)) if (text.includes(THEIRS) && ++found > 200) break

  expect(found).toBeGreaterThan(200)
})

test('404 for a role of another company', async () => {
  const [role] = await crm.sql`select id from crm.role where company_id = ${other.companyId}`

  for (const about of ['', '/assignments', '/pipelines', '/settings'])
    expect((await crm.owner.call('GET', `/v1/roles/${role?.id}${about}`)).status).toBe(404)
})
