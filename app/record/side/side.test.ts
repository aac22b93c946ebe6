import { aDeal, anOrganization, aPerson, aProduct } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/openApp.ts'

const { crm, open } = await openTestApp()
const user = crm.owner
const stored = async (path: string) => (await user.call('GET', path)).body.data

describe.skipIf(!browserPath)('what belongs to a record, in a real browser', () => {
  test('products are added, changed and removed with prices, discounts and tax; the value of the deal follows', async () => {
    const { id: product_id } = await aProduct(user, { name: 'Chair', prices: [{ currency: 'USD', price: 100 }] })
    const { id } = await aDeal(user, { title: 'Office', currency: 'USD' })
    const lines = () => stored(`/v2/deals/${id}/products`)
    const page = await open(user, `/app/deals/${id}`)
    await page.getByLabel('Add a product', { exact: true }).fill('Chai')
    await page.getByRole('option', { name: 'Chair' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Chair' })
    await dialog.getByLabel('Quantity').fill('3')
    await dialog.getByLabel('Discount', { exact: true }).fill('10')
    await dialog.getByLabel('Tax %').fill('20')
    await dialog.getByLabel('Tax is').selectOption('exclusive')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('3 × $100, 10 % off, plus 20 % tax').waitFor()
    await expect
      .poll(lines)
      .toMatchObject([{ product_id, quantity: 3, discount: 10, tax: 20, tax_method: 'exclusive', sum: 324 }])
    const total = page.locator('.lines-total')
    await total.getByText('$324').waitFor()
    await inspect(page, 'deal-side')
    await page.setViewportSize({ width: 1280, height: 850 })

    await page.getByRole('button', { name: 'Edit Chair' }).click()
    await page.getByRole('dialog', { name: 'Chair' }).getByLabel('Quantity').fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await total.getByText('$108').waitFor()
    await page.getByRole('button', { name: 'Remove Chair' }).click()
    await total.waitFor({ state: 'detached' })
    await page.locator('.toast', { hasText: 'Removed Chair' }).getByRole('button', { name: 'Undo' }).click()
    await total.getByText('$108').waitFor()
    expect(await lines()).toMatchObject([{ quantity: 1, discount: 10, tax: 20 }])
  })

  test('participants and followers come and go, each undone by its button', async () => {
    await aPerson(user, { name: 'Ina Second' })
    const { id } = await aDeal(user)
    const page = await open(user, `/app/deals/${id}`)
    const names = async () =>
      ((await stored(`/v1/deals/${id}/participants`)) ?? []).map(
        (each: { person: { name: string } }) => each.person.name,
      )
    await page.getByLabel('Add a participant', { exact: true }).fill('Ina')
    await page.getByRole('option', { name: 'Ina Second' }).click()
    await page.getByRole('link', { name: 'Ina Second' }).waitFor()
    expect(await names()).toEqual(['Ina Second'])
    await page.getByRole('button', { name: 'Remove Ina Second' }).click()
    await page.getByRole('link', { name: 'Ina Second' }).waitFor({ state: 'detached' })
    await page.locator('.toast', { hasText: 'Removed Ina' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Ina Second' }).waitFor()
    expect(await names()).toEqual(['Ina Second'])

    const follow = page.getByRole('button', { name: 'Follow', exact: true })
    const mine = async () =>
      (await stored(`/v2/deals/${id}/followers`)).some((each: { user_id: number }) => each.user_id === user.userId)
    if (!(await mine())) await follow.click()
    await page.getByRole('button', { name: 'no longer follows' }).click()
    await follow.waitFor()
    expect(await mine()).toBe(false)
  })

  test('files are added, renamed, deleted and brought back', async () => {
    const { id } = await aPerson(user, { name: 'With files' })
    const page = await open(user, `/app/people/${id}`)
    const files = page.locator('.drop-files')
    await files
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') })
    await files.getByRole('link', { name: 'plan.txt' }).waitFor()
    await files.getByRole('button', { name: 'Rename plan.txt' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Plan for May.txt')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await files.getByRole('link', { name: 'Plan for May.txt' }).waitFor()
    await files.getByRole('button', { name: 'Delete Plan for May.txt' }).click()
    await files.getByRole('link').waitFor({ state: 'detached' })
    await page.locator('.toast', { hasText: 'Deleted Plan' }).getByRole('button', { name: 'Undo' }).click()
    await files.getByRole('link', { name: 'Plan for May.txt' }).waitFor()
    expect(await stored(`/v1/persons/${id}/files`)).toMatchObject([{ name: 'Plan for May.txt' }])
  })

  test('an organization shows its people, deals and related organizations; a deal the others of its contact', async () => {
    const { id: org_id } = await anOrganization(user, { name: 'Mother Inc' })
    await anOrganization(user, { name: 'Daughter Ltd' })
    await aPerson(user, { name: 'Olaf Staff', org_id })
    const first = await aDeal(user, { title: 'One deal', org_id, value: 5 })
    await aDeal(user, { title: 'Two deals', org_id })
    const page = await open(user, `/app/organizations/${org_id}`)
    await page.getByRole('link', { name: 'Olaf Staff' }).waitFor()
    await page.getByLabel('What it is to this one').selectOption('daughter')
    await page.getByLabel('Add an organization', { exact: true }).fill('Daughter')
    await page.getByRole('option', { name: 'Daughter Ltd' }).click()
    await page.getByRole('button', { name: 'Remove Daughter Ltd' }).waitFor()
    expect(await stored(`/v1/organizationRelationships?org_id=${org_id}`)).toMatchObject([
      { type: 'parent', calculated_type: 'daughter' },
    ])
    // Beside a page there is no room for a panel: the page of the other record comes.
    await page.getByRole('link', { name: 'One deal' }).first().click()
    await page.waitForURL(`**/app/deals/${first.id}`)
    await page.getByRole('link', { name: 'Two deals' }).waitFor()

    await page.getByRole('button', { name: 'Lost', exact: true }).click()
    await page.getByLabel('Reason').fill('Too dear')
    await page.getByRole('button', { name: 'Mark as lost' }).click()
    await page.locator('.outcome').getByText('Too dear').waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await expect.poll(async () => (await stored(`/v2/deals/${first.id}`)).status).toBe('open')
  })
})
