import { readFile } from 'node:fs/promises'
import { addField } from '@portico/crm/testing/addField'
import { aDeal, anActivity, anOrganization, aPerson, aProduct } from '@portico/crm/testing/builders'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdChanges } from '../testing/hold.ts'
import { openTestApp } from '../testing/openApp.ts'
import { putOnClipboard } from '../testing/putOnClipboard.ts'

const { crm, open } = await openTestApp()

const stored = async (user: TestUser, path: string) => (await user.call('GET', path)).body.data
const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
/** A cell of the column with this place, the name being the first. */
const cell = (page: Page, name: string, column: number): Locator => row(page, name).getByRole('gridcell').nth(column)
const titles = (page: Page) => page.locator('.list-row .list-title').allTextContents()

/** Where the edge of a head is that is pulled to make it wider. */
async function rightEdge(head: Locator): Promise<[x: number, y: number]> {
  const { x = 0, y = 0, width = 0 } = (await head.boundingBox()) ?? {}
  return [x + width - 3, y + 10]
}

/** A company with three people, two of them of an organization. */
async function somePeople() {
  const user = await crm.company()
  const acme = await anOrganization(user, { name: 'Acme' })
  const ada = await aPerson(user, { name: 'Ada', org_id: acme.id, job_title: 'Countess' })
  const bob = await aPerson(user, { name: 'Bob', org_id: acme.id })
  const cleo = await aPerson(user, { name: 'Cleo', emails: [{ value: 'cleo@example.com', primary: true }] })
  return { user, acme, ada, bob, cleo }
}

describe.skipIf(!browserPath)('lists in a real browser', () => {
  test('people with their columns; axe finds nothing, light or dark, wide or narrow; empty lists say what to do', async () => {
    const { user, ada } = await somePeople()
    await anActivity(user, {
      subject: 'Call',
      due_date: '2026-01-01',
      participants: [{ person_id: ada.id, primary: true }],
    })
    const page = await open(user, '/app/people')

    await cell(page, 'Ada', 2).getByRole('link', { name: 'Acme' }).waitFor()
    await page.getByText('cleo@example.com').waitFor()
    await inspect(page, 'people')
    await page.getByRole('link', { name: 'Products' }).first().click()
    await page.getByRole('heading', { name: 'No products yet' }).waitFor()
    await page.goto(
      `/app/people?owner=${user.userId}&where=${encodeURIComponent('[[["person","name","=","Nobody"]]]')}`,
    )
    await page.getByRole('heading', { name: 'No people match' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'Ada').waitFor()
    await page.getByRole('link', { name: 'Ada' }).click()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
  })

  test('rows that are ticked are changed together in the background, and brought back by one undo', async () => {
    const { user, ada, bob, cleo } = await somePeople()
    const page = await open(user, '/app/people')
    for (const name of ['Ada', 'Bob']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      await expect.poll(() => page.getByRole('checkbox', { name: `Select ${name}` }).isChecked()).toBe(true)
    }
    await page.getByRole('button', { name: 'Change a field' }).click()
    await page.getByRole('dialog').getByLabel('Field').selectOption('Job title')
    await page.getByRole('dialog').getByRole('textbox').fill('Boss')
    await page.getByRole('dialog').getByRole('button', { name: 'Change 2 people' }).click()
    const titlesOf = () =>
      Promise.all([ada, bob, cleo].map(async ({ id }) => (await stored(user, `/v2/persons/${id}`)).job_title))
    await expect.poll(titlesOf).toEqual(['Boss', 'Boss', null])

    await page
      .getByRole('complementary', { name: 'Changes of many records' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect.poll(titlesOf).toEqual(['Countess', null, null])
  })

  test('a row opens beside the list, J and K go on, Escape closes; the selection stays', async () => {
    const { user } = await somePeople()
    const page = await open(user, '/app/people')
    await page.getByRole('checkbox', { name: 'Select Cleo' }).click()
    await page.getByRole('link', { name: 'Ada' }).click()
    const panel = page.getByRole('complementary', { name: /beside the list/ })
    await panel.getByRole('heading', { name: 'Ada' }).waitFor()
    await page.keyboard.press('j')
    await panel.getByRole('heading', { name: 'Bob' }).waitFor()
    await page.keyboard.press('k')
    await panel.getByRole('heading', { name: 'Ada' }).waitFor()
    expect(new URL(page.url()).searchParams.get('open')).toMatch(/^person-/)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.getByRole('checkbox', { name: 'Select Cleo' }).isChecked()).toBe(true)
  })

  test('two selected rows are merged after both are shown, and what is selected is exported as it stands', async () => {
    const { user } = await somePeople()
    const page = await open(user, '/app/people')
    for (const name of ['Ada', 'Bob']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      await expect.poll(() => page.getByRole('checkbox', { name: `Select ${name}` }).isChecked()).toBe(true)
    }
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const text = await readFile((await (await saved).path()) ?? '', 'utf8')
    expect(text.split('\r\n').slice(1, 3)).toEqual([expect.stringMatching(/^Ada,/), expect.stringMatching(/^Bob,/)])

    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge the two' })
    await dialog.getByText('Keep this one').waitFor()
    await dialog.getByText('Acme').first().waitFor()
    await dialog.getByRole('button', { name: /^Merge/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => titles(page)).toEqual(['Ada', 'Cleo'])
  })

  test('sorted by their heads, columns chosen and in the address, filtered by chips that can be saved', async () => {
    const { user } = await somePeople()
    const page = await open(user, '/app/people')
    await row(page, 'Ada').waitFor()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect.poll(() => titles(page)).toEqual(['Cleo', 'Bob', 'Ada'])

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Hide Phone' }).click()
    await page.getByLabel('Add a column').fill('Job')
    await page.getByRole('button', { name: 'Job title' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('columnheader', { name: 'Job title' }).waitFor()
    await page.getByText('Countess').waitFor()
    expect(page.url()).toContain('job_title')
    const head = page.getByRole('columnheader', { name: 'Organization' })
    const wide = async (of: Locator) => (await of.boundingBox())?.width
    await page.mouse.move(...(await rightEdge(head)))
    await page.mouse.down()
    await page.mouse.move((await rightEdge(head))[0] + 60, 0)
    await page.mouse.up()
    await expect.poll(() => wide(head)).toBe(220)
    await expect.poll(async () => (await stored(user, '/app/api/views')).person_list?.widths).toEqual({ org_id: 220 })
    const elsewhere = await open(user, '/app/people')
    await elsewhere.getByRole('columnheader', { name: 'Job title' }).waitFor()
    const sameHead = elsewhere.getByRole('columnheader', { name: 'Organization' })
    await expect.poll(() => wide(sameHead)).toBe(220)
    expect(await elsewhere.getByRole('columnheader', { name: 'Phone' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Field').selectOption({ label: 'Organization' })
    await page.getByLabel('Organization', { exact: true }).fill('Acm')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => titles(page)).toEqual(['Bob', 'Ada'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Field').selectOption({ label: 'Name' })
    await page.getByLabel('Value').fill('Ada')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => titles(page)).toEqual(['Ada'])

    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ada at Acme')
    await page.getByLabel('Share it with everyone').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save filter' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [filter] = await stored(user, '/v1/filters?type=people')
    expect(filter).toMatchObject({ name: 'Ada at Acme', visible_to: '7' })
    const colleague = await open(await crm.colleague(user), page.url())
    await expect.poll(() => titles(colleague)).toEqual(['Ada'])
    await colleague.getByText('Countess').waitFor()
  })

  test('cells are edited by keys: Enter edits, Tab goes on, Escape leaves, undo brings back', async () => {
    const { user, bob } = await somePeople()
    await addField(user, 'person', 'double')
    const page = await open(user, '/app/people?columns=job_title,owner_id,org_id')
    await cell(page, 'Bob', 1).click({ position: { x: 120, y: 10 } })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByLabel('Job title', { exact: true }).fill('Builder')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(user, `/v2/persons/${bob.id}`)).job_title).toBe('Builder')
    await cell(page, 'Bob', 2).getByText('Builder').waitFor()

    await page.keyboard.press('Enter')
    await page.getByLabel('Job title', { exact: true }).fill('Boss')
    await page.keyboard.press('Tab')
    await page.getByLabel('Owner', { exact: true }).nth(1).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await stored(user, `/v2/persons/${bob.id}`)).job_title).toBe('Boss')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(user, `/v2/persons/${bob.id}`)).job_title).toBe('Builder')
    await cell(page, 'Bob', 2).getByText('Builder').waitFor()

    await user.call('PATCH', `/v2/persons/${bob.id}`, { name: 'Robert' })
    await row(page, 'Robert').waitFor()
    await user.call('DELETE', `/v2/persons/${bob.id}`)
    await row(page, 'Robert').waitFor({ state: 'detached' })
  })

  test('Ctrl+Z undoes what is still being sent, not what was done before it; what is refused leaves nothing to undo', async () => {
    const { user, bob } = await somePeople()
    const page = await open(user, '/app/people?columns=job_title')
    const titleOf = async () => (await stored(user, `/v2/persons/${bob.id}`)).job_title
    const type = async (title: string) => {
      await page.keyboard.press('Enter')
      await page.getByLabel('Job title', { exact: true }).fill(title)
      await page.keyboard.press('Enter')
    }
    await cell(page, 'Bob', 1).click({ position: { x: 120, y: 10 } })
    await page.keyboard.press('ArrowRight')
    await type('Builder')
    await page.getByRole('button', { name: 'Undo' }).waitFor()

    const held = await holdChanges(page)
    await cell(page, 'Bob', 2).click()
    await type('Boss')
    const boss = await held.next()
    await page.keyboard.press('Control+z')
    await boss.continue()
    await (await held.next()).continue()
    await page.getByText('Undone:').waitFor()
    expect(await titleOf()).toBe('Builder')

    await type('Bean counter')
    const refusedChange = await held.next()
    await page.keyboard.press('Control+z')
    await refusedChange.fulfill({ status: 400, json: { success: false, error: 'Not this one' } })
    await page.getByText('Not this one').waitFor()
    await cell(page, 'Bob', 2).getByText('Builder').waitFor()
    // Undoing what was done before would be asked for by now.
    await page.evaluate(() => new Promise(later => setTimeout(later, 300)))
    expect(held.held()).toBe(0)
    expect(await titleOf()).toBe('Builder')
  })

  test('a block of 50 by 4 is pasted with one call and brought back by one undo; what does not fit is named', async () => {
    const user = await crm.company()
    const colour = await addField(user, 'organization', 'enum', ['red', 'green'])
    const records = Array.from({ length: 60 }, (_, nr) => ({ name: `Org ${String(nr).padStart(2, '0')}` }))
    await user.call('POST', '/v2/organizations/upsert', { records })
    const page = await open(user, `/app/organizations?columns=website,address,employee_count,${colour.key}`)
    const calls: string[] = []
    page.on('request', request => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    await cell(page, 'Org 00', 2).click()
    const block = Array.from({ length: 50 }, (_, nr) => `site${nr}.test\tStreet ${nr}\t1.${nr + 100}\tGreen`).join(
      '\r\n',
    )

    await putOnClipboard(page, block)
    await cell(page, 'Org 00', 2).getByText('site0.test').waitFor()
    await page.getByText('Pasted 200 values').waitFor()

    expect(calls).toEqual(['/app/api/rows/changes'])
    const filled = async () =>
      (await stored(user, '/v2/organizations?limit=100')).filter((org: { website: unknown }) => org.website)
    const [first] = await filled()
    expect(first).toMatchObject({
      website: 'site0.test',
      address: { value: 'Street 0' },
      employee_count: 1100,
      custom_fields: { [colour.key]: colour.options[1]?.id },
    })
    expect(await filled()).toHaveLength(50)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await filled()).length).toBe(0)
    await page.getByText('site0.test').waitFor({ state: 'detached' })

    await putOnClipboard(page, 'ok.test\tHere\tmany\tblue')
    await page.getByRole('dialog', { name: /some values do not fit/ }).waitFor()
    await page.getByRole('cell', { name: /cannot be “many”/ }).waitFor()
    await page.getByRole('button', { name: 'Save the others' }).click()
    await expect.poll(async () => (await filled()).map((org: { website: string }) => org.website)).toEqual(['ok.test'])
  })

  test('of 3,000 rows only those in view are in the document; all that match are selected together', async () => {
    const user = await crm.company()
    await aDeal(user, { title: 'First' })
    await crm.sql`
      insert into crm.deal (company_id, title, creator_id, owner_id, pipeline_id, stage_id, value, currency, status, visible_to)
      select d.company_id, 'Deal ' || lpad(n::text, 4, '0'), d.creator_id, d.owner_id, d.pipeline_id, d.stage_id, n, 'USD', 'open', 7
      from crm.deal d, generate_series(1, 3000) n where d.company_id = ${user.companyId}`
    const page = await open(user, '/app/deals/list')
    await row(page, 'Deal 0001').waitFor()
    await page.getByText('3,001').first().waitFor()
    expect(await page.locator('.list-row').count()).toBeLessThan(60)
    const scroller = page.locator('.list-scroll')
    await expect
      .poll(async () => {
        await scroller.evaluate(element => element.scrollTo(0, element.scrollHeight))
        return row(page, 'Deal 0[3-9]9').count()
      })
      .toBeGreaterThan(0)
    expect(await page.locator('.list-row').count()).toBeLessThan(60)
    expect(await page.locator('*').count()).toBeLessThan(3000)

    await scroller.evaluate(element => element.scrollTo(0, 0))
    await page.getByLabel('Select Deal 0002').click()
    await page.getByLabel('Select Deal 0005').click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 3,001 that match' }).click()
    await page.getByText('3,001 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  test('the board and the list keep owner and filter; a new person shows who may be the same', async () => {
    const { user, acme } = await somePeople()
    await aDeal(user, { title: 'Fish' })
    const page = await open(user, `/app/deals?owner=${user.userId}`)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await row(page, 'Fish').waitFor()
    expect(page.url()).toContain(`/app/deals/list?owner=${user.userId}`)
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('region', { name: 'Qualified' }).waitFor()
    expect(page.url()).toContain(`owner=${user.userId}`)

    await page.goto('/app/people')
    await row(page, 'Ada').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Organization', { exact: true }).fill('Acm')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByText('This looks like one you have').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada Two')
    await page.getByText('This looks like one you have').waitFor({ state: 'detached' })
    await page.getByLabel('E-mail').fill('ada2@example.com')
    await page.getByRole('button', { name: 'Add person' }).last().click()
    await row(page, 'Ada Two').waitFor()
    const [made] = (await stored(user, '/v2/persons?sort_by=id&sort_direction=desc&limit=1')) as { org_id: number }[]
    expect(made?.org_id).toBe(acme.id)
  })

  test('on a phone rows are cards of two lines', async () => {
    const { user } = await somePeople()
    await aProduct(user, { name: 'Screw', code: 'S-1', prices: [{ currency: 'USD', price: 3 }] })
    const page = await open(user, '/app/people', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('link', { name: 'Ada' }).waitFor()
    await page.getByText('cleo@example.com').waitFor()
    const box = await page.locator('.list-row').first().boundingBox()
    expect([box?.height, (box?.width ?? 999) <= 390]).toEqual([64, true])
  })
})
