import { aDeal, anActivity, made } from '@portico/crm/testing/builders'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath, expectAccessible, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drag } from '../testing/drag.ts'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

/** A company with one deal, in the first of the stages that every company begins with. */
async function aBoard() {
  const user = await crm.company()
  const stages = (await user.call('GET', '/v2/stages')).body.data as { id: number; name: string }[]
  const deal = await aDeal(user, { title: 'Big fish', value: 1200, stage_id: stages[0]?.id })
  return { user, stages, deal }
}

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('link', { name })
const stored = async (user: TestUser, id: number) => (await user.call('GET', `/v2/deals/${id}`)).body.data

describe.skipIf(!browserPath)('the board in a real browser', () => {
  test('shows deals by stage with sums; axe finds nothing, light or dark, wide or narrow', async () => {
    const { user, deal } = await aBoard()
    await anActivity(user, { subject: 'Call them', deal_id: deal.id, due_date: '2026-01-01' })
    const page = await open(user, '/app')

    await column(page, 'Qualified').getByText('$1,200').first().waitFor()
    await card(page, 'Overdue: Call them').waitFor()
    await inspect(page, 'board')
  })

  test('a card is moved by mouse, by long press and by keys, and undone', async () => {
    const { user, stages, deal } = await aBoard()
    const page = await open(user, '/app/deals')
    await drag(page, card(page, 'Big fish'), column(page, 'Demo Scheduled'))
    await expect.poll(async () => (await stored(user, deal.id)).stage_id).toBe(stages[2]?.id)
    await page.getByText('Moved “Big fish” to Demo Scheduled').waitFor()

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(user, deal.id)).stage_id).toBe(stages[0]?.id)

    await column(page, 'Qualified').getByRole('link', { name: 'Big fish' }).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(user, deal.id)).stage_id).toBe(stages[1]?.id)

    const phone = await open(user, '/app/deals', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await longPress(phone, card(phone, 'Big fish'), '[data-outcome=won]')
    await expect.poll(async () => (await stored(user, deal.id)).status).toBe('won')
  })

  test("another person's changes are on screen by themselves, those of hidden deals are not", async () => {
    const { user, stages } = await aBoard()
    const colleague = await crm.colleague(user)
    const page = await open(user, '/app/deals')
    const other = await open(colleague, '/app/deals')
    await card(other, 'Big fish').waitFor()
    await drag(page, card(page, 'Big fish'), column(page, 'Proposal Made'))
    await column(other, 'Proposal Made').getByRole('link', { name: 'Big fish' }).waitFor()

    await aDeal(user, { title: 'Secret', value: 9, stage_id: stages[0]?.id, visible_to: 1 })
    await aDeal(user, { title: 'Open to all', value: 10, stage_id: stages[0]?.id })
    await column(other, 'Qualified').getByRole('link', { name: 'Open to all' }).waitFor()
    await column(page, 'Qualified').getByRole('link', { name: 'Secret' }).waitFor()
    expect(await other.content()).not.toContain('Secret')
  })

  test('a drop while the server cannot be reached returns the card and says why', async () => {
    const { user } = await aBoard()
    const page = await open(user, '/app/deals')
    await card(page, 'Big fish').waitFor()
    await page.context().setOffline(true)

    await drag(page, card(page, 'Big fish'), column(page, 'Proposal Made'))

    await page.getByText('Portico cannot be reached').waitFor()
    await column(page, 'Qualified').getByRole('link', { name: 'Big fish' }).waitFor()
    await page.getByText('You are offline').waitFor()
  })

  test('deals are added one after the other, with a contact that is new or found', async () => {
    const { user } = await aBoard()
    const person = await made(user, '/v2/persons', { name: 'Paula Found' })
    const page = await open(user, '/app/deals')
    await page.getByRole('button', { name: 'Add a deal to Contact Made' }).click()

    await page.getByLabel('Title').fill('First')
    await page.getByLabel('Contact', { exact: true }).fill('Paula')
    await page.getByRole('option', { name: 'Paula Found' }).click()
    await page.getByLabel('Value').fill('300')
    await page.keyboard.press('Enter')
    await column(page, 'Contact Made').getByRole('link', { name: 'First' }).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await page.getByLabel('Title').fill('Second')
    await page.getByLabel('Contact', { exact: true }).fill('Nina New')
    await page.keyboard.press('Enter')
    await column(page, 'Contact Made').getByRole('link', { name: 'Second' }).waitFor()

    const deals = (await user.call('GET', '/v2/deals?sort_by=id')).body.data.slice(-2)
    expect(deals[0]).toMatchObject({ title: 'First', value: 300, person_id: person.id })
    expect((await user.call('GET', `/v2/persons/${deals[1].person_id}`)).body.data.name).toBe('Nina New')
  })

  test('of thousands of deals only those in view are in the document, and scrolling loads the others', async () => {
    const { user, stages } = await aBoard()
    await crm.sql`
      insert into crm.deal (company_id, title, creator_id, owner_id, pipeline_id, stage_id, value, currency, status, visible_to)
      select d.company_id, 'Deal ' || n, d.creator_id, d.owner_id, d.pipeline_id, d.stage_id, n, 'USD', 'open', 7
      from crm.deal d, generate_series(1, 3000) n where d.company_id = ${user.companyId}`
    const page = await open(user, '/app/deals?sort=value')
    const list = column(page, stages[0]?.name ?? '').locator('.column-cards')
    await card(page, 'Deal 3000').waitFor()
    expect(await page.locator('[data-card]').count()).toBeLessThan(60)

    await list.evaluate(element => element.scrollTo(0, element.scrollHeight / 2))
    await card(page, 'Deal 1500').waitFor()

    expect(await page.locator('[data-card]').count()).toBeLessThan(60)
    expect(await page.locator('*').count()).toBeLessThan(3000)

    // Before somebody scrolls, the pointer comes to the column: cards above and below are drawn meanwhile, and read.
    await list.hover()
    await card(page, 'Deal 1535').waitFor({ state: 'attached' })
    await card(page, 'Deal 1465').waitFor({ state: 'attached' })
    expect(await page.locator('[data-card]').count()).toBeLessThan(160)
  })

  test('a drag that is given up moves nothing, and opens nothing when the button is let go', async () => {
    const { user, deal } = await aBoard()
    const page = await open(user, '/app/deals')
    const box = await card(page, 'Big fish').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 300, y + 30, { steps: 5 })
    await page.mouse.move(x, y)
    await page.locator('.ghost').waitFor()

    await page.keyboard.press('Escape')
    await page.locator('.ghost').waitFor({ state: 'detached' })
    await page.mouse.up()

    await card(page, 'Big fish').hover()
    expect(page.url()).not.toContain('open=')
    expect((await stored(user, deal.id)).stage_id).toBe(deal.stage_id)
    await card(page, 'Big fish').click()
    await page.locator('.panel .record-flow').waitFor()
  })

  test('the wheel scrolls the column under a card that is dragged, and the card is dropped there', async () => {
    const { user, stages, deal } = await aBoard()
    for (let nr = 0; nr < 12; nr++) await aDeal(user, { title: `Deal ${nr}`, stage_id: stages[1]?.id })
    const page = await open(user, '/app/deals')
    const to = await column(page, 'Contact Made').boundingBox()
    const from = await card(page, 'Big fish').boundingBox()
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 200, { steps: 5 })
    await page.mouse.wheel(0, 300)
    const list = column(page, 'Contact Made').locator('.column-cards')
    await expect.poll(() => list.evaluate(element => element.scrollTop)).toBe(300)
    await page.mouse.up()
    await expect.poll(async () => (await stored(user, deal.id)).stage_id).toBe(stages[1]?.id)
  })

  test('several cards at once are won, lost with a reason, and brought back by one undo', async () => {
    const { user, stages, deal } = await aBoard()
    const other = await aDeal(user, { title: 'Small fry', value: 5, stage_id: stages[0]?.id })
    const page = await open(user, '/app/deals')
    for (const name of ['Big fish', 'Small fry']) {
      await card(page, name).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('toolbar').getByRole('button', { name: 'Won' }).click()
    await expect.poll(async () => (await stored(user, other.id)).status).toBe('won')
    await page.getByText('Changed 2 deals').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(user, deal.id)).status).toBe('open')
    await expect.poll(async () => (await stored(user, other.id)).status).toBe('open')

    await card(page, 'Small fry').focus()
    await page.keyboard.press('l')
    await page.getByLabel('Reason').fill('Too dear')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(user, other.id)).lost_reason).toBe('Too dear')
  })

  test('of several cards one is refused: what was done until then is said, and can be undone', async () => {
    const { user, stages, deal } = await aBoard()
    const gone = await aDeal(user, { title: 'Gone', value: 5, stage_id: stages[0]?.id })
    const page = await open(user, '/app/deals')
    for (const name of ['Big fish', 'Gone']) {
      await card(page, name).focus()
      await page.keyboard.press('x')
    }
    await user.call('DELETE', `/v2/deals/${gone.id}`)
    await page.getByRole('toolbar').getByRole('button', { name: 'Won' }).click()

    const told = page.locator('.toast', { hasText: 'Done for 1 of 2 deals' })
    await told.waitFor()
    expect((await stored(user, deal.id)).status).toBe('won')
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(user, deal.id)).status).toBe('open')
  })

  test('the palette finds records, places and what can be done here; keys are listed and do nothing while one types', async () => {
    const { user } = await aBoard()
    const page = await open(user, '/app/deals')
    await card(page, 'Big fish').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search records, places and actions').fill('big fi')
    await page.getByRole('option', { name: 'Big fish' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByLabel('Results').click({ position: { x: 2, y: 2 } })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await page.mouse.click(5, 5)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Move the card to another column').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add a deal to Qualified' }).click()
    await page.getByLabel('Title').pressSequentially('?/xml')
    expect(await page.getByLabel('Title').inputValue()).toBe('?/xml')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.skipIf(!browserPath)('the forecast in a real browser', () => {
  test('deals stand in the month they are to close in; dragging one to another month sets its day; axe finds nothing', async () => {
    const { user, deal } = await aBoard()
    const now = new Date().toISOString().slice(0, 7)
    await user.call('PATCH', `/v2/deals/${deal.id}`, { expected_close_date: `${now}-15` })
    await aDeal(user, { title: 'Just won', value: 70, status: 'won' })
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const [thisMonth, next] = [0, 1].map(later => {
      const [year = 0, nr = 1] = now.split('-').map(Number)
      return month.format(new Date(Date.UTC(year, nr - 1 + later, 1)))
    }) as [string, string]
    const page = await open(user, '/app/deals', { locale: 'en-US' })
    await page.getByRole('link', { name: 'Forecast' }).click()
    await column(page, thisMonth).getByText('$1,200').first().waitFor()
    await column(page, thisMonth).getByText('$70').waitFor()
    await inspect(page, 'forecast')
    await page.setViewportSize({ width: 1280, height: 850 })

    await drag(page, card(page, 'Big fish'), column(page, next))

    await page.getByText(`Moved “Big fish” to ${next}`).waitFor()
    await column(page, next).getByText('$1,200').first().waitFor()
    const day = (await stored(user, deal.id)).expected_close_date
    expect(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000).toBe(
      Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1),
    )
    await column(page, next).getByRole('link', { name: 'Big fish' }).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitemradio', { name: 'No closing date' }).click()
    await column(page, 'No closing date').getByRole('link', { name: 'Big fish' }).waitFor()
    await expect.poll(async () => (await stored(user, deal.id)).expected_close_date).toBe(null)
  })

  test('what is chosen is saved as a filter and picked from a menu; P chooses the pipeline', async () => {
    const { user } = await aBoard()
    const colleague = await crm.colleague(user)
    await aDeal(user, { title: 'Theirs', owner_id: colleague.userId })
    await made(user, '/v2/pipelines', { name: 'Second' })
    const page = await open(user, `/app/deals?owner=${colleague.userId}`)
    await card(page, 'Theirs').waitFor()
    await page.getByLabel('Filter').selectOption('Save as a filter …')
    await page.getByLabel('Name').fill('Their deals')
    await page.keyboard.press('Enter')
    await page.getByText('Saved the filter “Their deals”').waitFor()
    expect(new URL(page.url()).searchParams.get('filter')).toMatch(/^\d+$/)
    await card(page, 'Theirs').waitFor()
    expect(await card(page, 'Big fish').count()).toBe(0)
    await page.getByLabel('Filter').selectOption('No filter')
    await card(page, 'Big fish').waitFor()

    await page.keyboard.press('p')
    await page.getByRole('menuitemradio', { name: 'Second' }).click()
    await page.getByText('No open deals here').waitFor()
  })
})

/** A finger that rests on something, takes it elsewhere and lets go. */
async function longPress(page: Page, from: Locator, to: string): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const touch = await page.context().newCDPSession(page)
  const at = (type: string, x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] } as never)
  const [x, y] = [(start?.x ?? 0) + 40, (start?.y ?? 0) + 20]
  await at('touchStart', x, y)
  await page.locator('.ghost').waitFor()
  await page.locator(to).waitFor()
  const end = await page.locator(to).boundingBox()
  await at('touchMove', (end?.x ?? 0) + 20, (end?.y ?? 0) + 20)
  await page.locator(`${to}[data-target=true]`).waitFor()
  await at('touchEnd', 0, 0)
}
