import { aDeal, aLead, aLine, anActivity, anOrganization, aPerson, aProduct, made } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()
const user = crm.owner
const stored = async (path: string) => (await user.call('GET', path)).body.data

/** Custom fields of every type that is typed, with what is typed into each and what v2 shows then. */
const TYPES: readonly [type: string, typed: string, shown: unknown][] = [
  ['varchar', 'Short', 'Short'],
  ['text', 'Long', 'Long'],
  ['double', '12.5', 12.5],
  ['phone', '+49 30 1', '+49 30 1'],
  ['date', '2026-12-24', '2026-12-24'],
  ['time', '14:30', expect.objectContaining({ value: '14:30:00' })],
  ['monetary', '99', expect.objectContaining({ value: 99 })],
]

async function edit(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Add|Edit) ${name}$`) }).click()
  await page.getByLabel(name, { exact: true }).fill(value)
  await page.keyboard.press('Control+Enter')
  if (await page.getByLabel(name, { exact: true }).isVisible()) await page.keyboard.press('Enter')
}

describe.skipIf(!browserPath)('a record in a real browser', () => {
  test('a deal shows its fields, stages, open activities and history; axe finds nothing', async () => {
    const person = await aPerson(user, { name: 'Paula Contact' })
    const { id } = await aDeal(user, { title: 'Big fish', value: 1200, person_id: person.id })
    await anActivity(user, { subject: 'Send the offer', deal_id: id, due_date: '2026-01-01' })
    await user.call('POST', '/v1/notes', { content: 'They are <b>keen</b>', deal_id: id })
    const page = await open(user, `/app/deals/${id}`)

    await page.getByRole('heading', { name: 'Big fish' }).waitFor()
    await page.getByText('$1,200').first().waitFor()
    await page.getByRole('link', { name: 'Paula Contact' }).first().waitFor()
    await page.getByText('keen').waitFor()
    await inspect(page, 'deal')

    await page.getByLabel('Send the offer is done').check()
    await page.getByText('Done: Send the offer').first().waitFor()
    await page.getByRole('button', { name: 'Demo Scheduled' }).click()
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).stage_id).toBe(3)
    await page.getByRole('button', { name: 'Won', exact: true }).click()
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).status).toBe('won')
  })

  test('fields of every type are edited in place and read back through v2', async () => {
    const fields: string[] = []
    for (const [type] of TYPES)
      fields.push(
        (await made(user, '/v2/dealFields', { field_name: `My ${type}`, field_type: type })).field_code as string,
      )
    const colour = await made(user, '/v2/dealFields', {
      field_name: 'Colour',
      field_type: 'enum',
      options: [{ label: 'red' }],
    })
    const { id } = await aDeal(user, { title: 'Typed' })
    const page = await open(user, `/app/deals/${id}`)
    await page.getByText('More fields').click()
    for (const [nr, [type, typed, shown]] of TYPES.entries()) {
      await edit(page, `My ${type}`, typed)
      await expect.poll(async () => (await stored(`/v2/deals/${id}`)).custom_fields[fields[nr] ?? '']).toEqual(shown)
    }
    await page.getByRole('button', { name: 'Add Colour' }).click()
    await page.getByLabel('Colour', { exact: true }).selectOption('red')
    await expect
      .poll(async () => (await stored(`/v2/deals/${id}`)).custom_fields[colour.field_code as string])
      .toBe((colour.options as { id: number }[])[0]?.id)
    await edit(page, 'Value', '77')
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).value).toBe(77)
  })

  test('two people: different fields both stay, the same field asks whose shall stand', async () => {
    const { id } = await aDeal(user, { title: 'Shared', value: 1 })
    const page = await open(user, `/app/deals/${id}`)
    await page.getByRole('heading', { name: 'Shared' }).waitFor()
    // Their stream would tell of the other's change at once; whoever types has it open already.
    await page.getByRole('button', { name: 'Add Probability' }).click()
    await user.call('PATCH', `/v2/deals/${id}`, { value: 5 })
    await page.getByLabel('Probability', { exact: true }).fill('40')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).probability).toBe(40)
    expect((await stored(`/v2/deals/${id}`)).value).toBe(5)

    let others = 0
    await page.route(`**/v2/deals/${id}`, async route => {
      if (route.request().method() === 'PATCH' && others++ === 0)
        await user.call('PATCH', `/v2/deals/${id}`, { value: 6 })
      return route.fallback()
    })
    await edit(page, 'Value', '7')
    await page.getByRole('dialog', { name: 'Somebody else has changed this too' }).waitFor()
    expect((await stored(`/v2/deals/${id}`)).value).toBe(6)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).value).toBe(7)
  })

  test('a note that was typed is there again when the tab was closed, and is kept once saved', async () => {
    const { id } = await anOrganization(user, { name: 'Acme' })
    const page = await open(user, `/app/organizations/${id}`)
    await page.getByLabel('Note', { exact: true }).fill('Half a <thought>')
    await page.reload()
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('Half a <thought>')

    await page.getByRole('button', { name: 'Save note' }).click()
    await page.locator('.note').getByText('Half a <thought>').waitFor()

    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByLabel('Subject').fill('Visit them')
    await page.getByRole('button', { name: 'Save activity' }).click()
    await page.getByLabel('Visit them is done').waitFor()
    await page.getByRole('tab', { name: 'File' }).click()
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Offer') })
    await page.locator('.record-flow').getByRole('link', { name: 'offer.txt' }).waitFor()
    const notes = (await user.call('GET', `/v1/notes?org_id=${id}`)).body.data
    expect(notes.map((note: { content: string }) => note.content)).toEqual(['Half a &lt;thought&gt;'])
  })

  test('an activity is added before the types to choose from are there, as the first of them', async () => {
    const { id } = await aDeal(user, { title: 'Fast hands' })
    const page = await open(user, `/app/deals/${id}`)
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/v1/activityTypes', route => asked.then(() => route.continue()))

    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByLabel('Subject').fill('Show the prototype')
    await page.getByRole('button', { name: 'Save activity' }).click()
    await page.getByLabel('Show the prototype is done').waitFor()
    answer()

    expect(await stored(`/v2/activities?deal_id=${id}`)).toMatchObject([
      { subject: 'Show the prototype', type: 'call' },
    ])
  })

  test('a person is edited: name, e-mails, organization', async () => {
    await anOrganization(user, { name: 'Linked Inc' })
    const { id } = await aPerson(user, { name: 'Pat' })
    const page = await open(user, `/app/people/${id}`)
    await page.getByRole('button', { name: 'Edit name' }).click()
    await page.getByLabel('Name').fill('Patricia')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(`/v2/persons/${id}`)).name).toBe('Patricia')
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await page.getByLabel('Organization', { exact: true }).first().fill('Linked')
    await page.getByRole('option', { name: 'Linked Inc' }).click()
    await page.getByRole('link', { name: 'Linked Inc' }).first().waitFor()
    const emails = (await stored('/v2/personFields/emails')).field_name
    await page.getByRole('button', { name: `Add ${emails}` }).click()
    await page.getByLabel(`${emails}, one on each line`).fill('pat@example.com\npat@home.example')
    await page.getByRole('heading', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'pat@home.example' }).waitFor()
    await expect
      .poll(async () => (await stored(`/v2/persons/${id}`)).emails)
      .toMatchObject([
        { value: 'pat@example.com', primary: true },
        { value: 'pat@home.example', primary: false },
      ])
  })

  test('a card opens beside the board out of what the board holds; J and K go on, Escape closes', async () => {
    const company = await crm.company()
    const first = await aDeal(company, { title: 'First fish', value: 10 })
    const second = await aDeal(company, { title: 'Second fish', value: 20 })
    const page = await open(company, '/app/deals?sort=value')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/v2/deals/*', async route => {
      await held
      return route.fallback()
    })
    const panel = page.getByRole('complementary', { name: 'Deal beside the list' })
    await page.getByRole('link', { name: 'Second fish' }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'Second fish' }).waitFor()
    expect(page.url()).toContain(`open=deal-${second.id}`)
    await page.keyboard.press('j')
    await panel.getByRole('heading', { name: 'First fish' }).waitFor()
    await page.keyboard.press('k')
    await panel.getByRole('heading', { name: 'Second fish' }).waitFor()
    release()
    await panel.getByRole('button', { name: 'Details' }).click()
    await edit(page, 'Value', '21')
    await expect.poll(async () => (await company.call('GET', `/v2/deals/${second.id}`)).body.data.value).toBe(21)
    await inspect(page, 'panel')
    await page.setViewportSize({ width: 1280, height: 850 })

    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Second fish')
    await page.goto(`/app/deals?open=deal-${first.id}`)
    await panel.getByRole('heading', { name: 'First fish' }).waitFor()
    await panel.getByRole('link', { name: 'Open the whole page' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'First fish' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/app/deals/${first.id}`)

    const phone = await open(company, '/app/deals', { viewport: { width: 390, height: 844 } })
    await phone.getByRole('link', { name: 'First fish' }).click()
    await phone.waitForURL(`**/app/deals/${first.id}`)
    await phone.getByRole('heading', { name: 'First fish' }).waitFor()
  })

  test('a panel moves no card, but that one into view which it would hide', async () => {
    const company = await crm.company()
    const stages = (await company.call('GET', '/v2/stages')).body.data as { id: number }[]
    await aDeal(company, { title: 'In the first', stage_id: stages[0]?.id })
    await aDeal(company, { title: 'In the last', stage_id: stages.at(-1)?.id })
    const page = await open(company, '/app/deals')
    const card = (name: string) => page.getByRole('link', { name })
    const panel = page.getByRole('complementary', { name: 'Deal beside the list' })
    const before = await card('In the first').boundingBox()
    await card('In the first').click()
    await panel.getByRole('heading', { name: 'In the first' }).waitFor()
    expect(await card('In the first').boundingBox()).toEqual(before)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await card('In the last').click()
    await panel.getByRole('heading', { name: 'In the last' }).waitFor()
    const leftOf = async (what: Locator) => (await what.boundingBox())?.x ?? 0
    await expect
      .poll(async () => (await leftOf(card('In the last'))) + (before?.width ?? 0) - (await leftOf(panel)))
      .toBeLessThanOrEqual(0)
  })

  test('a lead is edited, noted on and made a deal, which takes everything along', async () => {
    const label = (await stored('/v1/leadLabels'))[0] as { id: string; name: string }
    const { id } = await aLead(user, { title: 'Warm one' })
    await user.call('PATCH', `/v1/leads/${id}`, { was_seen: true })
    const page = await open(user, `/app/leads/${id}`)
    await page.getByRole('heading', { name: 'Warm one' }).waitFor()
    await page.getByText('Seen: No → Yes').waitFor()
    await edit(page, 'Value', '450')
    await expect.poll(async () => (await stored(`/v1/leads/${id}`)).value).toMatchObject({ amount: 450 })
    await page.getByRole('button', { name: 'Add Label' }).click()
    await page.getByLabel(label.name, { exact: true }).check()
    await page.getByRole('heading', { name: 'Details' }).click()
    await expect.poll(async () => (await stored(`/v1/leads/${id}`)).label_ids).toEqual([label.id])
    await page.getByLabel('Note', { exact: true }).fill('Met at the fair')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.locator('.note').getByText('Met at the fair').waitFor()
    await inspect(page, 'lead')
    await page.setViewportSize({ width: 1280, height: 850 })

    await page.getByRole('button', { name: 'Make it a deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make it a deal' })
    await dialog.getByLabel('Stage').selectOption('Contact Made')
    await dialog.getByRole('button', { name: 'Make it a deal' }).click()
    await page.waitForURL('**/app/deals/*')
    await page.locator('.note').getByText('Met at the fair').waitFor()
    const deal = await stored(`/v2/deals/${new URL(page.url()).pathname.split('/').at(-1)}`)
    expect(deal).toMatchObject({ title: 'Warm one', value: 450, stage_id: 2 })
  })

  test('a product shows its prices by currency, variations and what it is on', async () => {
    const { id } = await aProduct(user, { name: 'Desk', prices: [{ currency: 'USD', price: 300 }] })
    const deal = await aDeal(user, { title: 'Desk deal' })
    await aLine(user, deal.id, { product_id: id })
    const page = await open(user, `/app/products/${id}`)
    await page.getByRole('link', { name: 'Desk deal' }).waitFor()
    await page.getByRole('button', { name: 'Add a price' }).click()
    await page.getByLabel('Currency').fill('eur')
    await page.getByRole('dialog').getByLabel('Price').fill('280')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('€280').waitFor()
    await expect
      .poll(async () => (await stored(`/v2/products/${id}`)).prices)
      .toMatchObject([
        { currency: 'EUR', price: 280 },
        { currency: 'USD', price: 300 },
      ])
    await page.getByRole('button', { name: 'Add a variation' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Oak')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Remove Oak' }).waitFor()
    expect(await stored(`/v2/products/${id}/variations`)).toMatchObject([{ name: 'Oak' }])
    await edit(page, 'Product code', 'D-1')
    await expect.poll(async () => (await stored(`/v2/products/${id}`)).code).toBe('D-1')
    await inspect(page, 'product')
  })

  test('a record that is not there, or hidden, says so', async () => {
    const colleague = await crm.colleague(user)
    const { id } = await aDeal(user, { title: 'Secret', visible_to: 1 })
    const page = await open(colleague, `/app/deals/${id}`)
    await page.getByRole('heading', { name: 'This deal cannot be shown' }).waitFor()
    expect(await page.content()).not.toContain('Secret')
  })
})
