import { PASSWORD, withPassword } from '@portico/crm/testing/people'
import { readNewestMail } from '@portico/kit/mail/readOutbox'
import { browserPath } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from './testing/openApp.ts'

const { crm, openUnknown } = await openTestApp()

const CONTACTS = `Name;E-mail;Company;Deal;Value
Grace Hopper;grace@navy.example;Navy;Compiler for the fleet;12000
Alan Kay;alan@parc.example;PARC;Tablets for schools;3400
`

async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** From the first run to a second person: everything by what is on the screen, nothing by the API. */
describe.skipIf(!browserPath)('a day in the life', () => {
  test('contacts come in, a deal is talked about and won, a colleague joins and sees what they may', async () => {
    const owner = await withPassword(crm, await crm.company())
    const page = await openUnknown('/app')
    await logIn(page, owner.email, PASSWORD)
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()

    // Morning: a file of contacts and deals.
    await page.getByRole('link', { name: 'Import a file' }).click()
    const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTACTS) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    expect(await page.getByLabel('What Deal is').inputValue()).toBe('deal.title')
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('6 added').waitFor()

    // The board, another stage by keys, the record.
    await page.getByRole('link', { name: 'Deals', exact: true }).first().click()
    const card = page.getByRole('link', { name: /Compiler for the fleet/ })
    await card.focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitemradio', { name: 'Demo Scheduled' }).click()
    await page
      .getByRole('region', { name: 'Demo Scheduled' })
      .getByRole('link', { name: /Compiler/ })
      .click()
    await page.getByRole('heading', { name: 'Compiler for the fleet' }).waitFor()

    await page.getByLabel('Note', { exact: true }).fill('They decide on Friday')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.locator('.note').getByText('They decide on Friday').waitFor()

    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByLabel('Subject').fill('Show the prototype')
    await page.getByRole('button', { name: 'Save activity' }).click()
    await page.getByLabel('Show the prototype is done').check()
    await page.getByText('Done: Show the prototype').first().waitFor()

    await page.getByRole('tab', { name: 'Mail' }).click()
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('grace@navy.example')
    await page.getByLabel('Subject').fill('Our offer')
    await page.getByLabel('Message', { exact: true }).fill('Dear Grace, here it is.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Our offer').first().waitFor()
    await expect.poll(async () => (await readNewestMail(crm.outbox, 'grace@navy.example'))?.subject).toBe('Our offer')

    await page.getByRole('tab', { name: 'File' }).click()
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Offer') })
    await page.getByRole('link', { name: 'offer.txt' }).first().waitFor()

    // One deal is nobody else's business, the other is won.
    await page.getByRole('button', { name: 'Won', exact: true }).click()
    await page.locator('strong', { hasText: 'Won' }).waitFor()
    await page.goto('/app/deals')
    await page.getByRole('link', { name: /Tablets for schools/ }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Edit Visible to' }).click()
    await page.getByLabel('Visible to', { exact: true }).selectOption('1')
    await page.getByRole('button', { name: 'Edit Visible to' }).waitFor()

    // Evening: a colleague is invited, sets a password by the mail, and finds the work.
    await page.goto('/app/settings/people')
    await page.getByRole('link', { name: 'Invite a person' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('ada@engines.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite a person' }).click()
    await page.getByText('Invited ada@engines.example').waitFor()
    await expect.poll(async () => (await readNewestMail(crm.outbox, 'ada@engines.example'))?.links.length).toBeTruthy()
    const invitation = await readNewestMail(crm.outbox, 'ada@engines.example')

    const theirs = await openUnknown(invitation?.links[0] ?? '')
    await theirs.getByLabel('New password').fill('engines of analysis')
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await theirs.goto('/app/people')
    await theirs.getByRole('link', { name: 'Grace Hopper' }).first().click()
    await theirs
      .getByRole('link', { name: /Compiler for the fleet/ })
      .first()
      .click()
    await theirs.locator('.note').getByText('They decide on Friday').waitFor()
    await theirs.goto('/app/deals')
    await theirs.getByText('No open deals here').waitFor()
    expect(await theirs.getByText('Tablets for schools').count()).toBe(0)
    await theirs.goto('/app/settings')
    await theirs.locator('.settings-overview').getByRole('link', { name: 'Profile' }).waitFor()
    expect(await theirs.getByRole('link', { name: 'Permission sets' }).count()).toBe(0)
  })
})
