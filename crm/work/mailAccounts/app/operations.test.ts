import { randomUUID } from 'node:crypto'
import { addMessage, IMAP_USER, type ImapServer, startImapServer } from '@portico/kit/mail/testing/imapServer'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm({ privateTargets: true })
let server: ImapServer = await startImapServer()
beforeEach(async () => {
  await server.stop()
  server = await startImapServer()
})
afterAll(() => server.stop())

const source = (subject: string, more = '') =>
  `Message-ID: <${subject}@mail.example>\r\nFrom: bob@example.org\r\nTo: ann@mail.example\r\nSubject: ${subject}\r\n${more}\r\ntext of ${subject}\r\n`

async function add(user: TestUser, more: object = {}) {
  const body = { email: IMAP_USER.username, host: '127.0.0.1', port: server.port, security: 'none', ...more }
  return user.call('POST', '/app/api/mailAccounts', { password: IMAP_USER.password, ...body })
}

async function stateOf(user: TestUser, id: number) {
  const { body } = await user.call('GET', '/app/api/mailAccounts')
  return body.data.find((account: { id: number }) => account.id === id)
}

/** Until the job has read it. */
async function settled(user: TestUser, id: number) {
  await expect.poll(async () => (await stateOf(user, id)).state).toMatch(/^(read|failed)$/)
  return stateOf(user, id)
}

async function readAgain(user: TestUser, id: number) {
  const { last_read_time: before } = await stateOf(user, id)
  await crm.sql`update crm.mail_account set last_read_time = now() - interval '1 hour' where id = ${id} and last_read_time is not null`
  const told = await user.call('POST', `/app/api/mailAccounts/${id}/read`)
  expect(told.status).toBe(202)
  await expect
    .poll(async () => (await stateOf(user, id)).last_read_time >= (before ?? '') && (await stateOf(user, id)).state, {
      timeout: 120_000,
    })
    .toBe('read')
}

const subjectsOf = async (user: TestUser) =>
  (
    await crm.sql`
      select subject, folder from crm.mail_message
      where company_id = ${user.companyId} and user_id = ${user.userId} order by id`
  ).map(({ subject, folder }) => `${folder}: ${subject}`)

test('an account is read at once and again when asked: inbox and sent mail, each message once', async () => {
  const user = await crm.colleague(crm.owner)
  addMessage(server, source('one'))
  addMessage(server, source('mine'), 'Sent')

  const made = await add(user)
  const { id } = made.body.data

  expect(made.status).toBe(201)
  expect(JSON.stringify(made.body)).not.toContain('sesame')
  expect(await settled(user, id)).toMatchObject({
    email: IMAP_USER.username,
    username: IMAP_USER.username,
    state: 'read',
    last_error: null,
    skipped_count: 0,
    folders: [
      { path: 'INBOX', folder: 'inbox', last_uid: 1 },
      { path: 'Sent', folder: 'sent', last_uid: 1 },
    ],
  })
  addMessage(server, source('two'))
  await readAgain(user, id)
  expect(await subjectsOf(user)).toEqual(['inbox: one', 'sent: mine', 'inbox: two'])
  const [stored] = await crm.sql`select secret_sealed as secret from crm.mail_account where id = ${id}`
  expect(Buffer.from(stored?.secret).toString('latin1')).not.toContain('sesame')
})

test('a mailbox whose uids begin anew is read anew, and nothing is there twice', async () => {
  const user = await crm.colleague(crm.owner)
  for (const subject of ['a', 'b']) addMessage(server, source(subject))
  const { id } = (await add(user)).body.data
  await settled(user, id)

  const inbox = server.folders.get('INBOX')
  if (inbox) inbox.uidValidity = 2
  addMessage(server, source('c'))
  await readAgain(user, id)

  expect(await subjectsOf(user)).toEqual(['inbox: a', 'inbox: b', 'inbox: c'])
})

test('more messages than one batch holds are all read', async () => {
  const user = await crm.colleague(crm.owner)
  for (let count = 0; count < 27; count++) addMessage(server, source(`nr-${count}`))

  const { id } = (await add(user)).body.data
  await settled(user, id)

  expect(await subjectsOf(user)).toEqual(Array.from({ length: 27 }, (_, nr) => `inbox: nr-${nr}`))
})

test('what cannot be taken apart is kept, and what came before the given day is left', async () => {
  const user = await crm.colleague(crm.owner)
  addMessage(server, source('long ago'), 'INBOX', new Date('2020-01-01'))
  addMessage(
    server,
    source('parts', `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(400)}`),
  )

  const { id } = (await add(user)).body.data
  await settled(user, id)

  const messages = await crm.sql`
    select m.subject, m.defects, f.name from crm.mail_message m
    left join crm.file f on f.company_id = m.company_id and f.mail_message_id = m.id
    where m.company_id = ${user.companyId} and m.user_id = ${user.userId}`
  expect(messages).toMatchObject([
    { subject: 'parts', name: 'message.eml', defects: [expect.stringContaining('could not be taken apart')] },
  ])
})

describe('the state is told as it is', () => {
  test('a wrong password is why, without it; the right one makes it work', async () => {
    const user = await crm.colleague(crm.owner)
    addMessage(server, source('hello'))
    const { id } = (await add(user, { password: 'guessed' })).body.data

    const failed = await settled(user, id)
    expect(failed).toMatchObject({ state: 'failed', last_read_time: null })
    expect(failed.last_error).toContain('refuses the user name or password')
    expect(failed.last_error).not.toContain('guessed')
    expect(failed.next_read_time > failed.last_error_time).toBe(true)

    const changed = await user.call('PATCH', `/app/api/mailAccounts/${id}`, { password: IMAP_USER.password })
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await stateOf(user, id)).state).toBe('read')
    expect(await subjectsOf(user)).toEqual(['inbox: hello'])
  })

  test('a server that breaks off in the middle: what was stored stays, the rest follows', async () => {
    const user = await crm.colleague(crm.owner)
    addMessage(server, source('first'))
    addMessage(server, source('second'), 'Sent')
    server.instead = (line, socket) => {
      if (!line.includes('EXAMINE Sent')) return false
      socket.destroy()
      return true
    }
    const { id } = (await add(user)).body.data
    expect((await settled(user, id)).state).toBe('failed')

    server.instead = undefined
    await readAgain(user, id)

    expect(await stateOf(user, id)).toMatchObject({ state: 'read', last_error: null, last_error_time: null })
    expect((await subjectsOf(user)).sort()).toEqual(['inbox: first', 'sent: second'])
  })

  test('one that is switched off is not read', async () => {
    const user = await crm.colleague(crm.owner)
    const { id } = (await add(user)).body.data
    await settled(user, id)
    await user.call('PATCH', `/app/api/mailAccounts/${id}`, { active: false })
    addMessage(server, source('unread'))

    expect((await user.call('POST', `/app/api/mailAccounts/${id}/read`)).status).toBe(404)
    expect(await stateOf(user, id)).toMatchObject({ state: 'off', active: false, next_read_time: null })
    expect(await subjectsOf(user)).toEqual([])
  })
})

test('an account is read by one process at a time: who does not have it leaves it alone', async () => {
  const user = await crm.colleague(crm.owner)
  const { id } = (await add(user)).body.data
  await settled(user, id)
  addMessage(server, source('held'))
  const logins = () => server.commands.filter(command => command === 'LOGIN').length
  const before = logins()

  await crm.sql`update crm.mail_account set reading_by = ${randomUUID()}, reading_until = now() + interval '5 minutes' where id = ${id}`
  await user.call('POST', `/app/api/mailAccounts/${id}/read`)
  const other = await crm.colleague(crm.owner)
  const { id: otherId } = (await add(other)).body.data
  await settled(other, otherId)
  expect((await stateOf(user, id)).state).toBe('reading')
  expect(await subjectsOf(user)).toEqual([])
  expect(logins()).toBe(before + 1)

  // The other process was killed, and its time is over.
  await crm.sql`update crm.mail_account set reading_until = now() - interval '1 second' where id = ${id}`
  await readAgain(user, id)
  expect(await subjectsOf(user)).toEqual(['inbox: held'])
})

test('accounts are of their user: others do not see, change or read them; admins may see and remove them', async () => {
  const [user, stranger] = [await crm.colleague(crm.owner), await crm.colleague(crm.owner)]
  const { id } = (await add(user)).body.data
  await settled(user, id)
  const path = `/app/api/mailAccounts/${id}`

  expect((await stranger.call('GET', '/app/api/mailAccounts')).body.data).toEqual([])
  expect((await stranger.call('GET', '/app/api/mailAccounts?everyone=true')).status).toBe(403)
  expect((await stranger.call('PATCH', path, { active: false })).status).toBe(404)
  expect((await crm.owner.call('PATCH', path, { active: false })).status).toBe(404)
  expect((await crm.owner.call('POST', `${path}/read`)).status).toBe(404)
  expect((await stranger.call('DELETE', path)).status).toBe(404)
  const { body } = await crm.owner.call('GET', '/app/api/mailAccounts?everyone=true')
  expect(body.data.map((account: { id: number }) => account.id)).toContain(id)
  expect((await crm.owner.call('DELETE', path)).status).toBe(200)
  expect((await user.call('GET', '/app/api/mailAccounts')).body.data).toEqual([])
  const audited = await crm.sql`
    select detail->>'change' as change from crm.audit where action = 'mail_account_changed' and subject = ${`mail account ${id}`} order by id`
  expect(audited.map(({ change }) => change)).toEqual(['added', 'removed'])
})

test('400 when the password would go to another server without being entered again', async () => {
  const user = await crm.colleague(crm.owner)
  const { id } = (await add(user)).body.data
  const changes = [{ host: 'evil.example' }, { port: 1143 }, { username: 'eve' }, { security: 'tls' }]

  for (const change of changes) {
    const refused = await user.call('PATCH', `/app/api/mailAccounts/${id}`, change)
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('password is required') } })
  }
  expect(await stateOf(user, id)).toMatchObject({ host: '127.0.0.1', port: server.port, security: 'none' })
})

test('409 for the same address twice, 400 for what is no mail server, and at most 10 accounts', async () => {
  const user = await crm.colleague(crm.owner)
  await add(user, { active: undefined })

  expect((await add(user, { email: IMAP_USER.username.toUpperCase() })).status).toBe(409)
  expect((await add(user, { email: 'other@mail.example', host: 'no host' })).status).toBe(400)
  for (let count = 1; count < 10; count++)
    expect((await add(user, { email: `a${count}@mail.example` })).status).toBe(201)
  expect((await add(user, { email: 'one-more@mail.example' })).status).toBe(400)
  await crm.sql`delete from crm.mail_account where user_id = ${user.userId}`
})
