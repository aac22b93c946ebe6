import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { addField } from '../../testing/addField.ts'
import { comparableAnswer, excerpt, firstDifference } from '../../testing/comparableAnswer.ts'
import { aPipelineHiddenFrom, type Place } from '../../testing/hiddenPipeline.ts'
import { type Asked, readCalls } from '../../testing/readCalls.ts'
import { NO_RECORDS, type RecordIds } from '../../testing/recordIds.ts'
import { recordsOfEachKind } from '../../testing/recordsOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/**
 * What one may not see changes nothing of what one is answered, whatever one asks: every reading operation is asked
 * for everything it can be asked for, before there are hidden records and after.
 */
const crm = await startTestCrm()

/** Owns everything; Sam's group lies beside. */
let nora: TestUser
let sam: TestUser

const SECRET = 'zqhidden'
const OPEN = 'openly'
type Operation = (typeof operations)[number]
const reading = operations.filter(operation => operation.method === 'GET')
const named = ({ api, name }: Operation) => `${api} ${name}`

/** Answers by address. */
type Answers = Map<string, string>

let asked: (ids: RecordIds, place?: Place) => Asked
let open: RecordIds
let hidden: RecordIds[]
/** Deals that everyone sees but for the pipeline they are in. */
let inPipeline: RecordIds

const NOWHERE: Place = { pipeline: 900_018, stage: 900_019 }
let hiddenPlace: Place
/** What Sam is told before there is anything hidden, with it, and with open records linked to it. */
const told = { before: new Map() as Answers, after: new Map() as Answers, linked: new Map() as Answers }
/** Operations that told an admin nothing of the hidden records. */
let untold: Operation[]

beforeAll(async () => {
  const [root] = await crm.sql`select min(id) as id from crm.role where company_id = ${crm.owner.companyId}`
  const groups = await crm.sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name)
    select ${crm.owner.companyId}, ${root?.id}, name from unnest(array['North', 'South']) name returning id`
  nora = await crm.colleague(crm.owner, { roleId: Number(groups[0]?.id) })
  sam = await crm.colleague(crm.owner, { roleId: Number(groups[1]?.id) })

  const custom = {
    deal: (await addField(crm.owner, 'deal', 'varchar')).key,
    person: (await addField(crm.owner, 'person', 'varchar')).key,
    organization: (await addField(crm.owner, 'organization', 'varchar')).key,
    product: (await addField(crm.owner, 'product', 'varchar')).key,
    people: (await addField(crm.owner, 'deal', 'people')).key,
    org: (await addField(crm.owner, 'deal', 'org')).key,
  }
  const make = (text: string, visible_to: number, value: number, linked?: RecordIds, pipeline?: number) =>
    recordsOfEachKind(crm, nora, { text, visible_to, value, custom, linked, pipeline })
  open = await make(OPEN, 7, 100)
  const { project, archivedProject, board, phase, task, projectTemplate } = open
  Object.assign(NO_RECORDS, { project, archivedProject, board, phase, task, projectTemplate })
  const [stage] = (await nora.call('GET', '/v2/stages')).body.data
  const fieldKeys: Record<string, string> = {}
  const fieldIds: Record<string, number> = {}
  for (const kind of ['deal', 'person', 'organization', 'product'] as const) {
    fieldKeys[`${kind}Fields`] = custom[kind]
    fieldIds[`${kind}Fields`] = (await crm.owner.call('GET', `/v1/${kind}Fields`)).body.data[0].id
  }
  const today = new Date().toISOString().slice(0, 10)
  const facts = {
    terms: [OPEN, SECRET],
    users: [nora.userId, sam.userId],
    today,
    pipeline: stage.pipeline_id,
    stage: stage.id,
  }
  asked = (ids, place) => ({ ...facts, ...place, ids, fieldIds, fieldKeys })

  told.before = await answers(sam, calls({ ids: open }))
  const toldAdmin = await answers(
    crm.owner,
    reading.flatMap(operation => callsOf(operation, { ids: open, how: enough(operation) })),
  )

  const worth = { 1: 1_000, 3: 20_000, 5: 300_000 }
  hidden = []
  for (const [visible_to, value] of Object.entries(worth))
    hidden.push(await make(`${SECRET}${visible_to}`, Number(visible_to), value, open))
  hiddenPlace = await aPipelineHiddenFrom(crm, sam, { roleId: Number(groups[1]?.id), name: SECRET })
  inPipeline = await make(`${SECRET}pipeline`, 1, 4_000_000, open, hiddenPlace.pipeline)
  const [own = open, ...others] = hidden
  told.after = await answers(
    sam,
    calls(
      { ids: open },
      { ids: NO_RECORDS },
      { ids: own },
      { ids: NO_RECORDS, how: 'what is required', place: NOWHERE },
      { ids: inPipeline, how: 'what is required', place: hiddenPlace },
      ...others.map(ids => ({ ids, how: 'what is required' }) as const),
    ),
  )
  untold = []
  for (const operation of reading) if (!(await tellsAdmin(operation, toldAdmin))) untold.push(operation)

  const linking = await recordsLinkedTo(hidden[0] ?? open)
  told.linked = await answers(sam, calls({ ids: linking }))
}, 600_000)

/** Open records that name hidden ones wherever records name others. */
async function recordsLinkedTo({ deal: hiddenDeal, person, organization, product }: RecordIds): Promise<RecordIds> {
  const made = async (path: string, body: object) => {
    const reply = await nora.call('POST', path, body)
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body.data.id
  }
  const contact = { person_id: person, org_id: organization }
  const deal = await made('/v2/deals', { title: `${OPEN} linking`, ...contact })
  await made(`/v2/deals/${deal}/products`, { product_id: product, item_price: 1, quantity: 1 })
  await nora.call('POST', `/v1/deals/${deal}/participants`, { person_id: person })
  const archivedDeal = await made('/v2/deals', { title: `${OPEN} linking`, ...contact, is_archived: true })
  const lead = { title: `${OPEN} linking`, person_id: person, organization_id: organization }
  const about = { deal_ids: [hiddenDeal], person_ids: [person], org_ids: [organization] }
  const archivedProject = await made('/v2/projects', { title: `${OPEN} linking`, ...about, is_archived: true })
  return {
    ...open,
    deal,
    archivedDeal,
    archivedProject,
    project: await made('/v2/projects', { title: `${OPEN} linking`, ...about }),
    person: await made('/v2/persons', { name: `${OPEN} linking`, org_id: organization }),
    lead: await made('/v1/leads', lead),
    archivedLead: await made('/v1/leads', { ...lead, is_archived: true }),
  }
}

interface Asking {
  ids: RecordIds
  how?: 'everything' | 'what is required'
  place?: Place
}

/** Each operation with all of these, one operation after the other: PostgreSQL plans a statement once for all of them. */
function calls(...asking: Asking[]): string[] {
  return reading.flatMap(operation => asking.flatMap(each => callsOf(operation, each)))
}

function callsOf(operation: Operation, { ids, how, place }: Asking): string[] {
  return readCalls(operation, asked(ids, place), how)
}

async function answers(user: TestUser, addresses: readonly string[]): Promise<Answers> {
  const found: Answers = new Map()
  for (const address of new Set(addresses)) found.set(address, await answer(user, address))
  return found
}

async function answer(user: TestUser, address: string): Promise<string> {
  const reply = await crm.answer(address, { headers: { 'x-api-token': user.token } })
  return `${reply.status} ${comparableAnswer(await reply.text())}`
}

/** What an admin has to ask to be told of a record that is listed: what a search matches depends on how it is asked. */
function enough({ query }: Operation) {
  return 'term' in query.properties ? 'everything' : 'what is required'
}

/** Whether an operation answers an admin otherwise than before, or otherwise than for records that are not there. */
async function tellsAdmin(operation: Operation, before: Answers): Promise<boolean> {
  for (const address of callsOf(operation, { ids: open, how: enough(operation) }))
    if ((await answer(crm.owner, address)) !== before.get(address)) return true
  const differ = async (there: Asking, missing: Asking) => {
    const others = callsOf(operation, missing)
    for (const [at, address] of callsOf(operation, there).entries()) {
      const other = others[at] ?? ''
      if (address !== other && (await answer(crm.owner, address)) !== (await answer(crm.owner, other))) return true
    }
    return false
  }
  const how = 'what is required'
  return (
    (await differ({ ids: hidden[0] ?? open }, { ids: NO_RECORDS })) ||
    differ({ ids: inPipeline, how, place: hiddenPlace }, { ids: NO_RECORDS, how, place: NOWHERE })
  )
}

test('every operation answers the same, whether there are hidden records or not', () => {
  const changed = reading.flatMap(operation =>
    readCalls(operation, asked(open)).flatMap(address => {
      const [then, now] = [told.before.get(address), told.after.get(address)]
      return then === now ? [] : [[named(operation), address, ...firstDifference(then, now)]]
    }),
  )

  expect(changed).toEqual([])
})

test('every operation answers for a hidden record as it does for one that is not there', () => {
  const wrong = reading.flatMap(operation => {
    const nothing = readCalls(operation, asked(NO_RECORDS)).map(address => told.after.get(address))
    const plainNothing = readCalls(operation, asked(NO_RECORDS), 'what is required').map(each => told.after.get(each))
    return hidden.flatMap((ids, number) => {
      const how = number === 0 ? 'everything' : 'what is required'
      const expected = number === 0 ? nothing : plainNothing
      return readCalls(operation, asked(ids), how).flatMap((address, at) => {
        const answer = told.after.get(address)
        const same = answer !== undefined && answer === expected[at]
        return same ? [] : [[named(operation), address, ...firstDifference(expected[at], answer)]]
      })
    })
  })

  expect(wrong).toEqual([])
})

test('every operation answers for a pipeline that is hidden, and for its deals, as if they were not there', () => {
  const wrong = reading.flatMap(operation => {
    const nothing = readCalls(operation, asked(NO_RECORDS, NOWHERE), 'what is required')
    return readCalls(operation, asked(inPipeline, hiddenPlace), 'what is required').flatMap((address, at) => {
      const [expected, answer] = [told.after.get(nothing[at] ?? ''), told.after.get(address)]
      const same = answer !== undefined && answer === expected
      return same ? [] : [[named(operation), address, ...firstDifference(expected, answer)]]
    })
  })

  expect(wrong).toEqual([])
})

test('nothing of a hidden record is told by open ones that are linked to it', () => {
  const wrong = [...told.linked].flatMap(([address, answer]) => {
    // A line of a deal shows the name of its product to everyone who sees the deal.
    const text = answer.replace(/"product_variation_id":null,"name":"[^"]*"/g, '')
    return text.includes(SECRET) ? [[address, excerpt(text, text.indexOf(SECRET))]] : []
  })

  expect(wrong).toEqual([])
})

test('nothing open is found by the text of a hidden record that it is linked to', () => {
  const searched = [...told.linked].filter(([address]) => address.includes(`term=${SECRET}`))

  const found = searched.filter(([address, answer]) => answer !== (told.after.get(address) ?? answer))

  expect(found).toEqual([])
  expect(searched.length).toBeGreaterThan(100)
})

/** What these tell is about no record. */
const WITHOUT_RECORDS = [
  /^\/rows\/columns$/,
  /^\/\w+Fields(\/\{(id|field_code)\})?$/,
  /^\/(activityTypes|leadLabels|leadSources|userConnections|userSettings|filters\/helpers)$/,
  /^\/(billing\/subscriptions\/addons|currencies|currencies\/rates|goals\/find|lostReasons|accessTerms)$/,
  // People and what they may do.
  /^\/(sessions?|company|users|roles(?!.*pipelines)|legacyTeams|tokens|permissionSets|apps|installedApps|audit)(\/|$)/,
  // One's own mailbox, which no admin sees, and one's own calls, reminders, calendar and arranged screens.
  /^\/(mailbox\/mailThreads|mailThreads|mailbox|mailMessages\/\{id\}|mailAccounts|callLogs|reminders|reminder-settings|calendar-address|views)$/,
  // Made of what their maker may see; `crm/across/exports/v2/operations.test.ts` looks into one.
  /^\/exports(\/|$)/,
  // Texts of one's own; `crm/work/mailTemplates/mailTemplates.test.ts` fills one in from hidden records.
  /^\/mailTemplates(\/|$)/,
  // Whether there are samples.
  /^\/sample-data$/,
  // Told to their maker and to admins; their own tests look into them.
  /^\/(bulk|imports|importTargets)(\/|$)/,
  // How far an erasure is, whose record is gone.
  /^\/persons\/\{id\}\/forget$/,
  // Named by numbers of the log; `crm/across/changes/v2/revert.test.ts` tries those of hidden records.
  /^\/changes\/\{id\}$/,
  // Begin with the present; `crm/across/feed/v2/stream.test.ts` tells what happens to hidden records.
  /^\/changes\/(cursor|stream)$/,
  // Open to everybody, but for what hangs on them.
  /^\/phaseProjects$/,
  /^(\/projects)?\/(boards|phases|tasks|projectTemplates)(\/|$)/,
  /^\/projects\/\{id\}(\/(changelog|changes|groups|permittedUsers|tasks))?$/,
  // Pairs of records that look alike; `crm/across/duplicates/app/operations.test.ts` looks into hidden ones.
  /^\/duplicates$/,
  // Opens with a signature, not for a caller.
  /^\/products\/images\/\{link\}$/,
  // Told to admins alone, by kinds and ids of another server.
  /^\/moveIn(\/problems)?$/,
]

// The audit log is about no record either, and is longer each time it is exported.
test('an admin is told of the hidden records by every operation that knows records', () => {
  const expected = reading.filter(
    ({ path }) => !path.startsWith('/audit') && WITHOUT_RECORDS.some(pattern => pattern.test(path)),
  )

  expect(untold.map(named)).toEqual(expected.map(named))
})
