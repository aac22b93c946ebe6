import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledge, type Caller, PAUSE_MS, send } from './acknowledge.ts'

/** What the server has acknowledged, to be compared with what is there at the end. */
export interface Acknowledged {
  /** Deals by id: their number, and the latest change of their title. */
  deals: Map<number, { number: number; change: number }>
  /** When each change was acknowledged, by `id/change`. */
  changes: Map<string, number>
  /** Persons by id, with their names. */
  persons: Map<number, string>
  /** Files by id, with the digest of their bytes. */
  files: Map<number, string>
  /** Books by their purchase. */
  purchases: Map<string, string>
  /** Who has to get a mail. */
  signUps: string[]
  reads: number
}

export function nothingYet(): Acknowledged {
  return {
    deals: new Map(),
    changes: new Map(),
    persons: new Map(),
    files: new Map(),
    purchases: new Map(),
    signUps: [],
    reads: 0,
  }
}

export interface Stage extends Caller {
  token: string
  /** Of people of the marketplace: the first sells, the others buy. */
  members: readonly string[]
  known: Acknowledged
  /** What somebody saw that must not be. */
  findings: string[]
  /** Whether actors begin another round. */
  isOn(): boolean
}

type Actor = (stage: Stage, number: number) => Promise<void>

/** Everybody who is busy, by what is told of them. */
export const ACTORS: readonly Actor[] = [write, write, write, addAtOnce, read, read, upload, buy, buy, signUp]

const CHANGES = 4
let deals = 0

/** A new deal, and a few changes of its title, each said to be the latest. */
async function write(stage: Stage): Promise<void> {
  const number = deals++
  const made = await acknowledge<{ data: { id: number } }>(stage, {
    method: 'POST',
    path: '/api/v2/deals',
    headers: { ...crm(stage), 'idempotency-key': randomUUID() },
    body: () => JSON.stringify({ title: `${number}/0` }),
  })
  if (!made) return
  const { id } = made.data
  note(0)
  for (let change = 1; change < CHANGES; change++) {
    const body = () => JSON.stringify({ title: `${number}/${change}` })
    if (!(await acknowledge(stage, { method: 'PATCH', path: `/api/v2/deals/${id}`, headers: crm(stage), body }))) return
    note(change)
  }

  function note(change: number) {
    stage.known.deals.set(id, { number, change })
    stage.known.changes.set(`${id}/${change}`, performance.now())
  }
}

const AT_ONCE = 12
let persons = 0

/** Many persons at once, which are stored together; each is tried once, and may be there or not unless it is acknowledged. */
async function addAtOnce(stage: Stage): Promise<void> {
  const added = await Promise.all(Array.from({ length: AT_ONCE }, () => addPerson(stage, `Person ${persons++}`)))
  if (!added.some(isAcknowledged => isAcknowledged)) await sleep(PAUSE_MS)
}

async function addPerson(stage: Stage, name: string): Promise<boolean> {
  const body = () => JSON.stringify({ name })
  const request = { method: 'POST', path: '/api/v2/persons', headers: crm(stage), body }
  const answer = await send(stage.origin, request).catch(() => undefined)
  if (answer && answer.status >= 400 && answer.status < 500)
    stage.findings.push(`${name}: ${answer.text.slice(0, 200)}`)
  if (answer?.status !== 200) return false
  const { data } = JSON.parse(answer.text) as { data: { id: number; name: string } }
  if (data.name !== name) stage.findings.push(`whoever added ${name} was told of ${data.name}`)
  stage.known.persons.set(data.id, name)
  return true
}

/** A deal that was acknowledged is there, with a title no older than the one that was acknowledged before the read. */
async function read(stage: Stage): Promise<void> {
  const ids = [...stage.known.deals.keys()]
  const id = ids[Math.floor(Math.random() * ids.length)]
  if (id === undefined) return sleep(50)
  const before = stage.known.deals.get(id)?.change ?? 0
  const answer = await send(stage.origin, { method: 'GET', path: `/api/v2/deals/${id}`, headers: crm(stage) }).catch(
    () => undefined,
  )
  if (!answer || answer.status >= 500) return sleep(100)
  const title = answer.status === 200 ? (JSON.parse(answer.text) as { data: { title: string } }).data.title : ''
  if (answer.status !== 200 || Number(title.split('/')[1]) < before)
    stage.findings.push(`deal ${id} was read as ${answer.status} ${title} after change ${before} was acknowledged`)
  stage.known.reads++
}

async function upload(stage: Stage): Promise<void> {
  const [deal] = stage.known.deals.keys()
  if (deal === undefined) return sleep(50)
  const bytes = randomBytes(2_000 + Math.floor(Math.random() * 200_000))
  const kept = await acknowledge<{ data: { id: number } }>(stage, {
    method: 'POST',
    path: '/v1/files',
    headers: { 'x-api-token': stage.token, 'idempotency-key': randomUUID() },
    body() {
      const form = new FormData()
      form.set('deal_id', String(deal))
      form.set('file', new Blob([bytes]), 'bytes.bin')
      return form
    },
  })
  if (kept) stage.known.files.set(kept.data.id, createHash('sha256').update(bytes).digest('hex'))
  await sleep(100)
}

/** A book is posted by one and bought by another. */
async function buy(stage: Stage, number: number): Promise<void> {
  const [seller = '', ...buyers] = stage.members
  const buyer = buyers[number % buyers.length] ?? ''
  const posted = await marketCall<{ data: { book: { _id: string } } }>(stage, seller, '/api/books/postBook', {
    name: 'Calculus',
    edition: 8,
    course: 'MTH 161',
    price: 45,
    condition: 'Good',
  })
  if (!posted) return
  const bookID = posted.data.book._id
  if (!(await marketCall(stage, buyer, '/api/user/addToCart', { bookID }))) return
  const bought = await marketCall<{ data: { transaction: string } }>(stage, buyer, '/api/books/checkoutCart', {
    cart: [bookID],
  })
  if (bought) stage.known.purchases.set(bought.data.transaction, bookID)
}

function marketCall<T>(stage: Stage, member: string, path: string, body: object): Promise<T | undefined> {
  const headers = { authorization: `Bearer ${member}`, ...JSON_BODY, 'idempotency-key': randomUUID() }
  return acknowledge<T>(stage, { method: 'POST', path, headers, body: () => JSON.stringify(body) })
}

async function signUp(stage: Stage): Promise<void> {
  const emailAddress = `${randomUUID()}@campus.edu`
  const body = { emailAddress, firstName: 'Ada', lastName: 'Lovelace', university: 'Campus', CMC: '123456' }
  const full = { ...body, password: 'a long enough password', venmoUsername: '@ada' }
  const request = { method: 'POST', path: '/api/auth/signup', headers: JSON_BODY, body: () => JSON.stringify(full) }
  if (await acknowledge(stage, request)) stage.known.signUps.push(emailAddress)
  await sleep(1_000)
}

const JSON_BODY = { 'content-type': 'application/json' }

function crm({ token }: Stage) {
  return { 'x-api-token': token, ...JSON_BODY }
}
