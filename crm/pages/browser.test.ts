import { readOutbox } from '@portico/kit/mail/readOutbox'
import { browserPath, closePages, inspect, openBrowser } from '@portico/kit/testing/browser'
import { freePort } from '@portico/kit/testing/freePort'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anApp, tokensOf } from '../testing/oauth.ts'
import { aPerson, joinCompany, PASSWORD, type TestPerson } from '../testing/people.ts'
import { codeOfNow } from '../testing/secondFactor.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'

/** What people do, in a real browser; axe finds nothing on any of the pages, light or dark. */

const port = await freePort()
// Passkeys belong to a name, not to an address.
const origin = `http://localhost:${port}`
const crm = await startTestCrm({ port, publicOrigin: origin })

describe.skipIf(!browserPath)('in a real browser', { timeout: 400_000 }, () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(closePages)

  /** A browser of its own; a page that logs a problem fails the test. */
  async function aPage(): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    page.on('pageerror', error => expect.unreachable(String(error)))
    page.on('console', message => {
      if (/Content Security Policy/.test(message.text())) expect.unreachable(message.text())
    })
    return page
  }

  /** What the page sends to a path next. */
  async function sentTo(page: Page, path: string): Promise<string> {
    const sent = await page.waitForRequest(request => new URL(request.url()).pathname === path)
    return sent.postData() ?? ''
  }

  /** The status for the same once more, from the same page. */
  const sendAgain = (page: Page, path: string, body: string): Promise<number> =>
    page.evaluate(
      async ([to = '', sent = '']) =>
        (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })).status,
      [path, body],
    )

  async function logIn(page: Page, person: TestPerson, password = PASSWORD): Promise<void> {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  test('log-in, account and log-out, by keyboard alone', async () => {
    const person = await aPerson(crm)
    await joinCompany(crm, person, await crm.company())
    await crm.sql`update crm.app_user set last_login = null where account_id = ${person.accountId}`
    await tokensOf(crm, person, await anApp(crm, crm.owner, { scopes: ['deals:full', 'mail:read'] }))
    const page = await aPage()
    await page.goto('/app/account')
    await inspect(page, 'login')
    // The field where typing begins has the focus.
    await page.reload()
    await page.locator('input[name=email]:focus').waitFor()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong e-mail address or password').waitFor()
    await inspect(page, 'login-wrong')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Choose a company' }).waitFor()
    await inspect(page, 'company')
    await page.getByRole('button', { name: 'Company 1', exact: true }).press('Enter')
    await page.waitForURL('**/app/account')
    await page.getByRole('region', { name: 'Apps' }).getByText('Dialler').waitFor()
    await inspect(page, 'account')
    await page.getByRole('button', { name: 'Uninstall Dialler' }).press('Enter')
    await page.getByText('The app is uninstalled.').waitFor()
    await page.getByText('No app acts for you.').waitFor()

    await page.getByLabel('What the token is for').fill('reports')
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByText('it is not shown again').waitFor()
    await inspect(page, 'token')
    await page.goto('/logout')
    await inspect(page, 'logout')
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()

    await page.getByText('You are logged out.').waitFor()
    await page.goto('/app/account')
    expect(page.url()).toContain('/login?next=')
  })

  test('a forgotten password is set by the link in the mail', async () => {
    const person = await aPerson(crm)
    const page = await aPage()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await inspect(page, 'password')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('Check your mail').waitFor()
    await inspect(page, 'password-sent')
    const mails = async () => (await readOutbox(crm.outbox)).filter(mail => mail.to === person.email)
    await expect.poll(async () => (await mails()).length).toBe(1)
    const link = (await mails())[0]?.links[0] ?? ''
    await page.goto(link)
    await inspect(page, 'password-new')

    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Set password' }).click()

    await page.waitForURL('**/app/account')
    await page.goto(link)
    await page.getByText('This link does not work any more').waitFor()
    await inspect(page, 'password-over')
    await logIn(await aPage(), person, 'another long password')
  })

  test('a second factor is set up, asked for, and given by a recovery code', async () => {
    const person = await aPerson(crm)
    const page = await aPage()
    await logIn(page, person)
    await page.getByRole('link', { name: 'Set up' }).click()
    await inspect(page, 'factor')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByAltText('QR code for your authenticator app').waitFor()
    await inspect(page, 'factor-code')
    const key = (await page.locator('code.key').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code').fill(codeOfNow(key))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await inspect(page, 'factor-recovery')
    const [recoveryCode = ''] = (await page.locator('pre').innerText()).split('\n')
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes are left').waitFor()
    await page.goto('/app/account/second-factor')
    await inspect(page, 'factor-on')

    const other = await aPage()
    await logIn(other, person)
    await other.waitForURL('**/login/code**')
    await inspect(other, 'code')
    await other.getByLabel('Code').fill('000000')
    await other.keyboard.press('Enter')
    await other.getByText('This code is wrong or was used').waitFor()
    await inspect(other, 'code-wrong')
    await other.getByLabel('Code').fill(recoveryCode)
    await other.keyboard.press('Enter')

    await other.waitForURL('**/app/account')
  })

  test('a passkey is added, signs in without a password, and is removed', async () => {
    const person = await aPerson(crm)
    await crm.sql`update crm.company set settings = settings || '{"require_second_factor": true}'
      where id = ${person.companyId}`
    const page = await aPage()
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await logIn(page, person)
    // The company demands a second factor, and a passkey is one.
    await page.getByText('Your company asks everybody for a second factor').waitFor()
    await inspect(page, 'factor-demanded')
    await page.getByLabel('Name of the passkey').fill('This laptop')
    await page.getByLabel('Your password').fill('wrong')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This is not your password.').waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    const added = sentTo(page, '/app/account/passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey is added.').waitFor()
    await inspect(page, 'account-passkey')
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    const shown = sentTo(page, '/login/passkey')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()

    await page.waitForURL('**/app/account')
    const [session] = await crm.sql`select two_factors from crm.session where account_id = ${person.accountId}`
    const [used] =
      await crm.sql`select counter::int, last_used_time from crm.passkey where account_id = ${person.accountId}`
    expect([session?.two_factors, used?.last_used_time !== null]).toEqual([true, true])
    expect(
      await crm.sql`select from crm.audit where action = 'signed_in' and detail->>'with' = 'passkey'`,
    ).toHaveLength(1)

    // Whoever saw what was sent cannot send it again: its challenge was used. Nothing else is in the way.
    await crm.sql`update crm.passkey set counter = 0 where account_id = ${person.accountId}`
    expect(await sendAgain(page, '/login/passkey', await shown)).toBe(401)
    await crm.sql`delete from crm.sign_in_step where kind = 'passkey'`
    expect(await sendAgain(page, '/login/passkey', await shown)).toBe(200)
    const keys = await crm.sql`delete from crm.passkey where account_id = ${person.accountId} returning *`
    expect(await sendAgain(page, '/app/account/passkeys', await added)).toBe(401)
    await crm.sql`delete from crm.sign_in_step where kind = 'new_passkey'`
    expect(await sendAgain(page, '/app/account/passkeys', await added)).toBe(200)
    expect(keys).toHaveLength(1)
    await page.goto('/app/account')

    // A copy of it would show a counter that does not go up.
    await crm.sql`update crm.passkey set counter = 1000 where account_id = ${person.accountId}`
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('This passkey was not accepted').waitFor()
    await crm.sql`update crm.passkey set counter = 0 where account_id = ${person.accountId}`
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.waitForURL('**/app/account')
    await page.getByRole('button', { name: 'Remove the passkey This laptop' }).click()
    await page.getByText('The passkey is removed.').waitFor()
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('This passkey was not accepted').waitFor()
    await crm.sql`update crm.company set settings = settings - 'require_second_factor' where id = ${person.companyId}`
  })
})
