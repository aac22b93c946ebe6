import { aDeal, aPerson } from '@portico/crm/testing/builders'
import { receive } from '@portico/crm/testing/mail'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { addMessage, IMAP_USER, startImapServer } from '@portico/kit/mail/testing/imapServer'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp({ privateTargets: true })

const row = (page: Page, name: string) => page.getByRole('region', { name: 'Threads' }).getByRole('link', { name })
const pane = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true })
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))
const threads = async (user: TestUser, folder: string) =>
  (await user.call('GET', `/app/api/mailThreads?folder=${folder}`)).body.data.threads

const HTML = `<p onclick="alert(1)">Dear Olga</p><script>document.body.textContent = 'scripted'</script>
  <img src="https://pictures.example.org/pixel.png">`

describe.skipIf(!browserPath)('the mailbox in a real browser', () => {
  test('a reply is written by keys, is on the deal and in Sent; the message runs nothing and loads pictures on demand', async () => {
    const user = await crm.company()
    const { id: dealId } = await aDeal(user, { title: 'Big fish' })
    const to = [
      { name: '', address: 'olga@here.test' },
      { name: 'Boss', address: 'boss@customer.test' },
    ]
    await receive(crm, user, { subject: 'About the offer', html: HTML, to, sentAt: at(1) }, { dealId })
    await receive(crm, user, { subject: 'Later mail', sentAt: at(2) }, { source: 'imap' })
    const page = await open(user, '/app/mail')
    const asked: string[] = []
    await page.context().route('https://pictures.example.org/**', route => {
      asked.push(route.request().url())
      return route.abort()
    })
    await row(page, 'About the offer').waitFor()
    await page.getByRole('navigation', { name: 'Portico' }).getByText('2 unseen').waitFor()

    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Later mail' }).waitFor()
    await page.keyboard.press('j')
    await pane(page).getByRole('link', { name: 'Big fish' }).waitFor()
    const body = pane(page).frameLocator('iframe')
    await body.getByText('Dear Olga').waitFor()
    expect(await pane(page).locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(asked).toEqual([])
    await pane(page).getByRole('button', { name: 'Load pictures' }).click()
    await expect.poll(() => asked.length).toBe(1)

    await page.getByRole('heading', { name: 'About the offer' }).click()
    await page.keyboard.press('a')
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toContain('cora@customer.example')
    expect(await page.getByLabel('Copy to', { exact: true }).inputValue()).toContain('boss@customer.test')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toMatch(/^\n\n.*Cora.*:\n> .*Dear Olga/)
    await page
      .getByLabel('Files to attach')
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await page.getByRole('list', { name: 'Attached files' }).getByText('offer.txt').waitFor()
    await page.getByLabel('Message', { exact: true }).fill('Thank you')
    await page.getByLabel('Message', { exact: true }).press('Control+Enter')
    await pane(page).frameLocator('iframe').last().getByText('Thank you').waitFor()

    await page.keyboard.press('2')
    await row(page, 'About the offer').waitFor()
    expect(new URL(page.url()).searchParams.get('folder')).toBe('sent')
    const flow = (await user.call('GET', `/v1/deals/${dealId}/flow`)).body.data
    const mails = flow.filter(({ object }: { object: string }) => object.startsWith('mailMessage'))
    expect(mails.map(({ data }: { data: { snippet: string } }) => data.snippet)).toContain('Thank you')
    expect((await threads(user, 'drafts')).length).toBe(0)
    expect((await threads(user, 'sent'))[0]).toMatchObject({ read_flag: 1, has_real_attachments_flag: 1 })
  })

  test('new mail appears by itself; E archives and undo brings it back; it is put on a deal, shared, found, marked unread', async () => {
    const user = await crm.company()
    await aDeal(user, { title: 'Whale' })
    const page = await open(user, '/app/mail')
    await page.getByText('No mail yet').waitFor()
    const { threadId } = await receive(crm, user, { subject: 'Just came', sentAt: at(1) }, { source: 'imap' })
    await row(page, 'Just came').click()
    await receive(crm, user, { subject: 'Other', sentAt: at(2) }, { source: 'imap' })
    await row(page, 'Other').waitFor()

    await pane(page).getByRole('button', { name: 'Put it on a deal or lead' }).click()
    await page.getByLabel('Deal or lead', { exact: true }).fill('Whal')
    await page.getByRole('option', { name: 'Whale' }).click()
    await pane(page).getByRole('link', { name: 'Whale' }).waitFor()
    await pane(page).getByRole('switch').click()
    await pane(page).getByText('Shared', { exact: true }).waitFor()
    const stored = async () => (await user.call('GET', `/v1/mailbox/mailThreads/${threadId}`)).body.data
    await expect.poll(async () => (await stored()).shared_flag).toBe(1)
    expect((await stored()).deal_id).not.toBeNull()
    await page.keyboard.press('u')
    await expect.poll(async () => (await stored()).read_flag).toBe(0)
    await pane(page).getByRole('button', { name: 'Take it off' }).click()
    await expect.poll(async () => (await stored()).deal_id).toBeNull()

    await page.keyboard.press('e')
    await row(page, 'Just came').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored()).archived_flag).toBe(1)
    await page.getByText('Archived “Just came”').waitFor()
    await page.keyboard.press('Control+z')
    await row(page, 'Just came').waitFor()
    await page.getByLabel('Find in this folder').fill('came')
    await row(page, 'Other').waitFor({ state: 'detached' })
    await row(page, 'Just came').waitFor()
    await inspect(page, 'mail')
  })

  test('a message that was being written is there again when the tab was killed, and among the drafts', async () => {
    const user = await crm.company()
    await aPerson(user, { name: 'Cora Customer', emails: [{ value: 'cora@customer.test', primary: true }] })
    const page = await open(user, '/app/mail')
    await page.getByText('No mail yet').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('combobox', { name: 'Find a person to add' }).fill('Cora')
    await page.getByRole('option', { name: 'Cora Customer' }).click()
    await page.getByLabel('Subject').fill('Half')
    await page.getByLabel('Message', { exact: true }).fill('Half a sen')
    const context = page.context()
    await page.close({ runBeforeUnload: false })

    const again = await context.newPage()
    await again.goto('/app/mail?write=new')
    await expect.poll(() => again.getByLabel('Message', { exact: true }).inputValue()).toBe('Half a sen')
    expect(await again.getByLabel('To', { exact: true }).inputValue()).toBe('cora@customer.test')
    await again.getByText('Kept as a draft').waitFor()
    await again.goto('/app/mail?folder=drafts')
    await row(again, 'Half').click()
    await expect.poll(() => again.getByLabel('Message', { exact: true }).inputValue()).toBe('Half a sen')
    await again.getByRole('button', { name: 'Send' }).click()
    await again.getByText('No drafts').waitFor()
    expect(await threads(user, 'sent')).toMatchObject([{ subject: 'Half', message_count: 1 }])
  })

  test('a template is written, names a merge field that does not exist, is shared at once, and is filled in; undone', async () => {
    const user = await crm.company()
    const emails = [{ value: 'ada@customer.test', primary: true }]
    const person = await aPerson(user, { name: 'Ada Lovelace', emails })
    const { id } = await aDeal(user, { title: 'Big fish', person_id: person.id })
    const theirs = await open(await crm.colleague(user), '/app/settings/mail-templates')
    await theirs.getByText('No templates yet').waitFor()
    const page = await open(user, '/app/settings/mail-templates/new')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Offer')
    await dialog.getByLabel('Subject').fill('About {{deal.titel}}')
    await dialog.getByLabel('Message').fill('Dear {{person.first_name}}, {{organization.name}}')
    await dialog.getByRole('switch', { name: 'Share it with everybody' }).check()
    await dialog.getByRole('button', { name: 'Add a template' }).click()
    await dialog.getByText('subject has merge fields that do not exist: {{deal.titel}}').waitFor()
    await inspect(page, 'a template')
    await dialog.getByLabel('Subject').fill('About {{deal.title}}')
    await dialog.getByRole('button', { name: 'Add a template' }).click()
    await theirs.getByText('Offer').waitFor()
    expect(await theirs.getByRole('button', { name: 'Delete Offer' }).count()).toBe(0)

    await page.goto(`/app/deals/${id}`)
    await page.getByRole('tab', { name: 'Mail' }).click()
    await page.getByLabel('Use a template').selectOption('Offer (shared)')
    const message = page.getByLabel('Message', { exact: true })
    await expect.poll(() => message.inputValue()).toBe('Dear Ada, ')
    expect(await page.getByLabel('Subject').inputValue()).toBe('About Big fish')
    await page.getByText('Nothing is known for organization.name').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => message.inputValue()).toBe('')
  })

  test('a mailbox is added in the settings: a wrong password is told there and beside the mail, the right one reads it', async () => {
    const server = await startImapServer()
    afterAll(() => server.stop())
    addMessage(
      server,
      `Message-ID: <one@mail.example>\r\nFrom: bob@example.org\r\nTo: ann@mail.example\r\nSubject: Read from there\r\n\r\ntext\r\n`,
    )
    const user = await crm.company()
    const page = await open(user, '/app/settings/mail')
    await page.getByText(/^Mail sent or copied to/).waitFor()
    await page.getByRole('link', { name: 'Add a mailbox' }).click()
    await page.getByLabel('Address', { exact: true }).fill(IMAP_USER.username)
    await page.getByLabel('IMAP server').fill('127.0.0.1')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByLabel('Encryption').selectOption('none')
    await page.getByLabel('Port', { exact: true }).fill(String(server.port))
    await page.getByRole('dialog').getByRole('button', { name: 'Add a mailbox' }).click()
    await page.getByText(/Cannot be read: .*password/i).waitFor()
    const mail = await open(user, '/app/mail')
    await mail.getByRole('link', { name: /Cannot be read: .*password/i }).waitFor()

    await page.getByRole('link', { name: IMAP_USER.username }).click()
    await page.getByLabel('Password, when it is another one').fill(IMAP_USER.password)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Last read/).waitFor()
    await row(mail, 'Read from there').waitFor()
  })
})
