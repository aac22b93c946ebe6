import { addField } from '@portico/crm/testing/addField'
import { aDeal, made } from '@portico/crm/testing/builders'
import { aReceiver } from '@portico/crm/testing/receiver'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { takeRights } from '@portico/crm/testing/takeRights'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp({ privateTargets: true })
const receiver = await aReceiver()

const row = (page: Page, name: string) => page.locator('.settings-row', { hasText: name })
const names = (page: Page) => page.locator('.settings-row .settings-name > :first-child').allInnerTexts()
const stageNames = async (user: TestUser) => {
  const stages = (await user.call('GET', '/v2/stages?limit=500&sort_by=order_nr')).body.data as { name: string }[]
  return stages.map(stage => stage.name)
}

describe.skipIf(!browserPath)('settings in a real browser', () => {
  test('every section has an address, is found by its name, opens, and shows no problem', async () => {
    const user = await crm.company()
    const page = await open(user, '/app/settings')
    const links = page.locator('.settings-overview a')
    await links.first().waitFor()
    const sections = await links.evaluateAll(all =>
      all.map(link => ({
        href: link.getAttribute('href') ?? '',
        title: link.querySelector('strong')?.textContent ?? '',
      })),
    )
    expect(sections.length).toBeGreaterThan(20)
    await inspect(page, 'settings')
    await page.setViewportSize({ width: 1280, height: 850 })
    for (const { href, title } of sections) {
      await page.getByLabel('Find a setting').fill(title)
      await page.getByRole('region', { name: 'Found settings' }).locator(`a[href="${href}"]`).click()
      await page.locator('.settings-content h1').first().waitFor()
      await page.locator('.settings-content .loading').waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname, title).toBe(href)
      expect(
        await page.locator('.settings-content .problem:not(:empty), .toast[data-kind=problem]').count(),
        title,
      ).toBe(0)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search records, places and actions').fill('webho')
    await page.getByRole('option', { name: /^Webhooks/ }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.getByLabel('Find a setting').fill('2fa everybody')
    await page.getByRole('link', { name: 'Demand a second factor' }).click()
    await page.getByRole('switch', { name: 'Everybody needs a second factor' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('require_second_factor')
  })

  test('on a phone the list leads on and back; somebody without rights is shown their own alone', async () => {
    const nora = await crm.colleague(await crm.company())
    const page = await open(nora, '/app/settings', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const nav = page.getByRole('navigation', { name: 'Settings', exact: true })
    await nav.getByRole('link', { name: 'Profile' }).waitFor()
    expect(await nav.getByRole('link', { name: 'Pipelines' }).count()).toBe(0)
    await nav.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('Phone').fill('+49 30 1234')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await nora.call('GET', '/v1/users/me')).body.data.phone).toBe('+49 30 1234')
    await page.getByRole('link', { name: '‹ All settings' }).click()
    await nav.getByRole('link', { name: 'API tokens' }).waitFor()
    await page.goto('/app/settings/pipelines')
    await page.getByText('Pipelines and stages is not open to you').waitFor()
  })

  test('stages are added, changed, put in order by mouse and keys, undone, and deleted once their deals have a place', async () => {
    const user = await crm.company()
    const [pipeline] = (await user.call('GET', '/v2/pipelines')).body.data
    const stages = (await user.call('GET', '/v2/stages?sort_by=order_nr')).body.data as { id: number; name: string }[]
    const deal = await aDeal(user, { title: 'Moves on', stage_id: stages[0]?.id })
    const page = await open(user, '/app/settings/pipelines')
    await row(page, pipeline.name).getByRole('link').click()
    await page.getByRole('link', { name: 'Add a stage' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Signed')
    await page.getByLabel('Probability in %').fill('90')
    await page.getByRole('dialog').getByRole('switch').check()
    await page.getByLabel('Days until a deal grows old').fill('7')
    await page.getByRole('button', { name: 'Add a stage' }).click()
    await row(page, 'Signed').getByText('90 % likely · grows old after 7 days · 0 deals').waitFor()

    await page.getByRole('button', { name: /^Move Signed/ }).focus()
    await page.keyboard.press('ArrowUp')
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = stages.map(({ name }) => name)
    await expect.poll(() => stageNames(user)).toEqual([first, second, third, fourth, 'Signed', fifth])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Move Signed/)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => stageNames(user)).toEqual([first, second, third, fourth, fifth, 'Signed'])
    await expect.poll(() => names(page)).toEqual([first, second, third, fourth, fifth, 'Signed'])
    await dragRow(page, 'Signed', first)
    await expect.poll(() => stageNames(user)).toEqual(['Signed', first, second, third, fourth, fifth])
    await expect.poll(() => names(page)).toEqual(['Signed', first, second, third, fourth, fifth])

    await page.getByRole('button', { name: `Delete ${first}` }).click()
    await page.getByRole('dialog').getByText('1 deal move to the stage you choose').waitFor()
    await page.getByLabel('Move its deals to').selectOption({ label: `${pipeline.name} › ${third}` })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row(page, first).waitFor({ state: 'detached' })
    expect((await user.call('GET', `/v2/deals/${deal.id}`)).body.data.stage_id).toBe(stages[2]?.id)
    await inspect(page, 'settings-stages')
  })

  test('a field is made with options, and one that is deleted disappears from an open record by itself', async () => {
    const user = await crm.company()
    const doomed = await addField(user, 'deal', 'varchar')
    const deal = await aDeal(user, { title: 'Has it', custom_fields: { [doomed.key]: 'precious' } })
    const record = await open(user, `/app/deals/${deal.id}`)
    const held = record.locator('.field-text', { hasText: 'precious' })
    await held.waitFor()
    const page = await open(user, '/app/settings/fields')
    await page.getByRole('link', { name: 'Add a field' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Size')
    await page.getByLabel('Type').selectOption('enum')
    await page.getByLabel('Options, one on each line').fill('Small\nLarge')
    await page.getByRole('button', { name: 'Add a field' }).click()
    await row(page, 'Size').getByText('One of several options · 2 options').waitFor()

    await page.getByRole('link', { name: 'Size' }).click()
    await page.getByRole('link', { name: 'Large' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Huge')
    await page.getByRole('radio', { name: 'red', exact: true }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await row(page, 'Huge').locator('[data-colour=red]').waitFor()
    await page.getByRole('link', { name: '‹ Fields' }).click()
    await page.getByRole('link', { name: 'Own varchar' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('What 1 deals and leads have in it is lost for good').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await held.waitFor({ state: 'detached' })
  })

  test('a right that is taken away closes what is open in other browsers by itself', async () => {
    const user = await crm.company()
    const nora = await crm.colleague(user)
    const theirs = await open(nora, '/app/settings/labels')
    await theirs.getByRole('link', { name: 'Add a label' }).waitFor()
    await takeRights(crm, nora, 'can_modify_labels')
    await theirs.getByText('Labels is not open to you').waitFor()
    expect(await theirs.getByRole('link', { name: 'Add a label' }).count()).toBe(0)

    const { id } = await made(user, '/v2/pipelines', { name: 'Secret plans' })
    await theirs.goto('/app/deals')
    await expect.poll(() => theirs.getByLabel('Pipeline').innerText()).toContain('Secret plans')
    const [{ role_id }] = (await user.call('GET', '/v1/users')).body.data
    await user.call('PUT', `/v1/roles/${role_id}/pipelines`, { visible_pipeline_ids: { remove: [id] } })
    await expect.poll(() => theirs.getByLabel('Pipeline').innerText()).not.toContain('Secret plans')
  })

  test('people are invited, get other rights, are seen through, switched off and on again', async () => {
    const user = await crm.company()
    const nora = await crm.colleague(user)
    await aDeal(user, { title: 'Nobody else', visible_to: 1 })
    const page = await open(user, '/app/settings/people')
    await page.getByRole('link', { name: 'Invite a person' }).click()
    await page.getByLabel('E-mail').fill('new-person@example.com')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await row(page, 'new-person@example.com').getByText('invited').waitFor()

    await page.goto(`/app/settings/people/${nora.userId}`)
    await page.getByLabel('May do: Sales').selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changed person').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Undone: Changed person').waitFor()
    await page.getByRole('link', { name: /^See as/ }).click()
    const deals = page.getByRole('row', { name: /^Deals/ })
    await deals.getByText('nothing').waitFor()
    expect(await deals.getByRole('cell').first().innerText()).toBe('0')
    await inspect(page, 'settings-see-as')

    await page.setViewportSize({ width: 1280, height: 850 })
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: /^Switch on/ }).click()
    const isActive = async () => (await user.call('GET', `/v1/users/${nora.userId}`)).body.data.active_flag
    await expect.poll(isActive).toBe(true)
  })

  test('a webhook is added, tested with its answer, paused, and gets a secret that is shown once', async () => {
    const user = await crm.company()
    const page = await open(user, '/app/settings/webhooks')
    await page.getByRole('link', { name: 'Add a webhook' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('To the warehouse')
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByRole('link', { name: 'To the warehouse' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page
      .getByRole('status')
      .getByText(/answered 200 in \d+ ms · thanks/)
      .waitFor()
    await row(page, 'test.deal').getByText('delivered', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New secret' }).click()
    expect(await page.getByRole('dialog').locator('input').inputValue()).toMatch(/^\S{20,}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused: Paused by hand').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await inspect(page, 'settings-webhook')
  })

  test('tokens, permission sets, company and lost reasons are set up, what is refused stands at its question', async () => {
    const user = await crm.company()
    const page = await open(user, '/app/settings/tokens/new')
    await page.getByLabel('What it is for').fill('Robot')
    await page.getByRole('button', { name: 'Make a token' }).click()
    const token = await page.getByRole('dialog', { name: 'Your new token' }).locator('input').inputValue()
    expect((await user.call('GET', '/v1/users/me', undefined, { 'x-api-token': token })).status).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await row(page, 'Robot').waitFor()
    expect(await page.content()).not.toContain(token)

    await page.goto('/app/settings/permission-sets/new')
    await page.getByLabel('Name').fill('Careful')
    await page.getByLabel('Delete deals').check()
    await page.getByRole('button', { name: 'Add a permission set' }).click()
    await row(page, 'Careful')
      .getByText(/^1 of \d+ rights · 0 people$/)
      .waitFor()
    await page.getByRole('link', { name: 'Add a permission set' }).click()
    await page.getByLabel('Name').fill('Careful')
    await page.getByRole('button', { name: 'Add a permission set' }).click()
    await page.getByRole('dialog').locator('[data-setting=name] .problem').waitFor()

    await page.goto('/app/settings/lost-reasons/new')
    await page.getByRole('dialog').getByLabel('Reason').fill('Too dear')
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await row(page, 'Too dear').waitFor()
    await page.goto('/app/settings/company/name')
    await page.locator('[data-setting=name] input').fill('Renamed Ltd')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.brand').getByText('Renamed Ltd').waitFor()
  })
})

/** Takes a row at its grip and lets it go on another one. */
async function dragRow(page: Page, name: string, over: string): Promise<void> {
  const [from, to] = [await row(page, name).locator('.grip').boundingBox(), await row(page, over).first().boundingBox()]
  if (!from || !to) throw new Error('the row is not on screen')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, to.y + 20, { steps: 4 })
  await page.mouse.move(from.x + 10, to.y + 4)
  await page.mouse.up()
}
