import { isDeepStrictEqual } from 'node:util'
import { aDeal } from '@portico/crm/testing/builders'
import { randomFrom } from '@portico/crm/testing/randomFrom'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdFirst } from '../testing/hold.ts'
import { openTestApp } from '../testing/openApp.ts'
import { CARD_HEIGHT } from './cardHeight.ts'

const { crm, open } = await openTestApp()

interface Stage {
  id: number
  name: string
}

/** A board, and where each card was moved last. */
interface Moved {
  page: Page
  stages: readonly Stage[]
  wanted: Map<number, number>
  moves: number
}

/** Whoever sits before a board. */
interface Mover extends Moved {
  random: () => number
  /** Cards that nobody else moves, and those that both move. */
  cards: readonly number[]
}

const DEALS = 18
const MOVES_EACH = 100

describe.skipIf(!browserPath)('a board in two browsers', () => {
  test('after 200 random moves, some of the same card, both show the columns and sums that are stored', async () => {
    const { user, stages, ids } = await aBoardWithChances(DEALS)
    const colleague = await crm.colleague(user, { admin: true })
    const [shared, mine, theirs] = [0, 1, 2].map(part => ids.filter((_, nr) => nr % 3 === part)) as Split
    const address = '/app/deals?sort=title'
    const [one, other] = await Promise.all([open(user, address), open(colleague, address)])
    const movers: Mover[] = [
      { page: one, stages, random: randomFrom(1), cards: [...mine, ...shared], wanted: new Map(), moves: 0 },
      { page: other, stages, random: randomFrom(2), cards: [...theirs, ...shared], wanted: new Map(), moves: 0 },
    ]

    await Promise.all(movers.map(moveAtRandom))

    // Moves that are still being sent are on the board of whoever made them, and not stored yet.
    const boardsThatDiffer = async () => {
      const stored = await storedColumns(user, stages)
      const shown = await Promise.all(movers.map(({ page }) => shownColumns(page)))
      return shown.filter(board => !isDeepStrictEqual(board, stored))
    }
    await expect.poll(boardsThatDiffer).toEqual([])
    const summary = await storedColumns(user, stages)
    const stageOf = new Map(summary.flatMap(({ stage, cards }) => cards.map(card => [card, stage] as const)))
    for (const [nr, own] of [mine, theirs].entries())
      for (const id of own) expect([id, stageOf.get(id)]).toEqual([id, movers[nr]?.wanted.get(id) ?? stages[0]?.id])
    for (const id of shared)
      expect(movers.map(({ wanted }) => wanted.get(id) ?? stages[0]?.id)).toContain(stageOf.get(id))
    expect(movers.map(({ moves }) => moves)).toEqual([MOVES_EACH, MOVES_EACH])
  })
})

describe.skipIf(!browserPath)('moves on one board', () => {
  test('the moves of a card are sent in their order, however long the first takes', async () => {
    const { user, stages, ids } = await aBoardWithChances(1)
    const page = await open(user, '/app/deals')
    const { release } = await holdFirst(page, '**/v2/deals/*', 'question')
    const done: unknown[] = []
    page.on('requestfinished', request => {
      if (request.method() === 'PATCH') done.push(request.postDataJSON().stage_id)
    })
    const mover = { page, stages, wanted: new Map(), moves: 0 }
    for (const nr of [1, 2]) {
      await moveByKeys(mover, ids[0] as number, stages[nr] as Stage)
      await page.locator(`[data-column="${stages[nr]?.id}"] [data-card]`).waitFor()
    }
    release()

    await expect.poll(() => done).toEqual([stages[1]?.id, stages[2]?.id])
    expect((await user.call('GET', `/v2/deals/${ids[0]}`)).body.data.stage_id).toBe(stages[2]?.id)
  })

  test('cards are given away after the moves of them that are still under way', async () => {
    const { user, stages, ids } = await aBoardWithChances(2)
    const [moved, other] = ids as [number, number]
    const page = await open(user, '/app/deals')
    const { isHeld, release } = await holdFirst(page, '**/v2/deals/*', 'question')
    const sent: string[][] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') sent.push(Object.keys(request.postDataJSON()))
    })
    await moveByKeys({ page, stages, wanted: new Map(), moves: 0 }, moved, stages[1] as Stage)
    await isHeld
    for (const id of [moved, other]) {
      await page.locator(`[data-card="${id}"]`).focus()
      await page.keyboard.press('x')
    }
    await page.getByLabel('Give to').selectOption(String(user.userId))
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    expect(sent).toEqual([['stage_id']])
    release()

    await page.getByText('Changed 2 deals').waitFor()
    expect(sent).toEqual([['stage_id'], ['owner_id'], ['owner_id']])
  })

  test('the focus stays on a card that is moved, by keys or by others; when it has left the board, the next one has it', async () => {
    const { user, stages, ids } = await aBoardWithChances(3)
    const [first, second] = ids as [number, number]
    const page = await open(user, '/app/deals?sort=title')
    const focusIn = (stage: Stage | undefined, id: number) =>
      page.locator(`[data-column="${stage?.id}"] [data-card="${id}"]:focus`).waitFor()
    await page.locator(`[data-card="${first}"]`).focus()
    for (const nr of [2, 4]) {
      for (const key of ['m', String(nr), 'Enter']) await page.keyboard.press(key)
      await focusIn(stages[nr - 1], first)
    }
    await user.call('PATCH', `/v2/deals/${first}`, { stage_id: stages[0]?.id, title: 'Zebra' })
    await page.getByRole('link', { name: 'Zebra' }).waitFor()
    await focusIn(stages[0], first)
    await user.call('PATCH', `/v2/deals/${first}`, { title: 'Antelope' })
    await page.getByRole('link', { name: 'Antelope' }).waitFor()
    await focusIn(stages[0], first)

    await page.keyboard.press('w')
    await focusIn(stages[0], second)
  })

  test('a card that the server has moved stays there, also when the board cannot be read then', async () => {
    const { user, stages, ids } = await aBoardWithChances(1)
    const page = await open(user, '/app/deals')
    await page.locator('[data-card]').waitFor()
    await page.route('**/app/api/board?*', route => route.abort())

    await moveByKeys({ page, stages, wanted: new Map(), moves: 0 }, ids[0] as number, stages[1] as Stage)

    await page.getByText('Portico cannot be reached').waitFor()
    expect(await page.locator(`[data-column="${stages[1]?.id}"] [data-card]`).count()).toBe(1)
  })

  test('cards that were asked for before others left the column do not make it longer', async () => {
    const { user, stages, ids } = await aBoardWithChances(60)
    const page = await open(user, '/app/deals?sort=age')
    const column = page.locator(`[data-column="${stages[0]?.id}"]`)
    await page.locator('[data-card]').first().waitFor()
    const { isHeld, release } = await holdFirst(page, '**/app/api/board/cards?*', 'answer')
    await column.locator('.column-cards').evaluate(list => list.scrollTo(0, list.scrollHeight))
    await isHeld
    await crm.sql`update crm.deal set status = 'won' where company_id = ${user.companyId} and id = any(${ids.slice(10)})`
    await user.call('DELETE', `/v2/deals/${ids[0]}`)
    await column.locator('.count').getByText('9', { exact: true }).waitFor()

    const late = page.waitForEvent('requestfinished', request => request.url().includes('/app/api/board/cards'))
    release()
    await late
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))

    expect(await column.locator('.column-space').evaluate(({ clientHeight }) => clientHeight)).toBe(9 * CARD_HEIGHT)
  })
})

type Split = [number[], number[], number[]]

/** Deals in the first of the stages, which count by different chances. */
async function aBoardWithChances(deals: number) {
  const user = await crm.company()
  const stages = (await user.call('GET', '/v2/stages')).body.data as Stage[]
  const [pipeline] = (await user.call('GET', '/v2/pipelines')).body.data
  await user.call('PATCH', `/v2/pipelines/${pipeline.id}`, { is_deal_probability_enabled: true })
  for (const [nr, { id }] of stages.entries())
    await user.call('PATCH', `/v2/stages/${id}`, { deal_probability: 10 + 20 * nr })
  const ids: number[] = []
  for (let nr = 1; nr <= deals; nr++)
    ids.push((await aDeal(user, { title: `Deal ${nr}`, value: 2 ** (nr % DEALS), stage_id: stages[0]?.id })).id)
  return { user, stages, ids }
}

/** By keys, by mouse and several at once, without a pause; the cards of a column are all in view. */
async function moveAtRandom(mover: Mover): Promise<void> {
  const { page } = mover
  await page.setViewportSize({ width: 1280, height: 400 + CARD_HEIGHT * DEALS })
  await page
    .locator('[data-card]')
    .nth(DEALS - 1)
    .waitFor()
  while (mover.moves < MOVES_EACH) {
    for (let nr = 0; nr < 3; nr++) await moveByKeys(mover, ...chosen(mover))
    await moveByMouse(mover, ...chosen(mover))
    await moveTogether(mover, 6)
  }
}

/** A card, and a stage where it is not. */
function chosen({ random, cards, stages, wanted }: Mover): [id: number, stage: Stage] {
  const id = cards[Math.floor(random() * cards.length)] as number
  const others = stages.filter(stage => stage.id !== (wanted.get(id) ?? stages[0]?.id))
  return [id, others[Math.floor(random() * others.length)] as Stage]
}

async function moveByKeys(mover: Moved, id: number, stage: Stage): Promise<void> {
  const { page, stages } = mover
  await page.locator(`[data-card="${id}"]`).focus()
  for (const key of ['m', String(stages.indexOf(stage) + 1), 'Enter']) await page.keyboard.press(key)
  keep(mover, id, stage)
}

async function moveByMouse(mover: Mover, id: number, stage: Stage): Promise<void> {
  const { page } = mover
  const giveUp = Date.now() + 60_000
  while ((await takeHold(page, id)) !== id) {
    // What others move pushes cards up and down: another one came under the pointer.
    if (Date.now() > giveUp) throw new Error(`card ${id} cannot be taken hold of`)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  }
  const column = await placeOnScreen(page, `[data-column="${stage.id}"]`)
  await page.mouse.move(column.x + 60, column.y + 120)
  await page.mouse.up()
  keep(mover, id, stage)
}

/** Begins to drag a card; the id of the one that is dragged then. */
async function takeHold(page: Page, id: number): Promise<number> {
  const { x, y } = await placeOnScreen(page, `[data-card="${id}"]`)
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 30)
  return page.evaluate(async () => {
    // What is dragged is drawn with the next frame.
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return Number(document.querySelector<HTMLElement>('[data-moving=true]')?.dataset.card)
  })
}

function placeOnScreen(page: Page, selector: string): Promise<{ x: number; y: number }> {
  return page.locator(selector).evaluate(element => {
    const { x, y } = element.getBoundingClientRect()
    return { x, y }
  })
}

async function moveTogether(mover: Mover, number: number): Promise<void> {
  const { page, random, cards, stages } = mover
  const stage = stages[Math.floor(random() * stages.length)] as Stage
  const first = Math.floor(random() * cards.length)
  const together = Array.from({ length: number }, (_, nr) => cards[(first + nr) % cards.length] as number)
  for (const id of together) {
    await page.locator(`[data-card="${id}"]`).focus()
    await page.keyboard.press('x')
  }
  await page.getByLabel('Move to').selectOption(stage.name)
  for (const id of together) keep(mover, id, stage)
}

function keep(mover: Moved, id: number, stage: Stage): void {
  mover.wanted.set(id, stage.id)
  mover.moves++
}

interface ShownColumn {
  stage: number
  cards: number[]
  count: string
  sums: string[]
}

/** What the API says about each stage, as the head of a column writes it. */
async function storedColumns(user: TestUser, stages: readonly Stage[]): Promise<ShownColumn[]> {
  const deals = (await user.call('GET', '/v2/deals?limit=500')).body.data as { id: number; stage_id: number }[]
  const columns: ShownColumn[] = []
  for (const { id } of stages) {
    const { data } = (await user.call('GET', `/v1/deals/summary?status=open&stage_id=${id}`)).body
    const sums = [data.total_currency_converted_value, data.total_weighted_currency_converted_value]
    const cards = deals.filter(deal => deal.stage_id === id).map(deal => deal.id)
    columns.push({
      stage: id,
      cards: cards.toSorted((a, b) => a - b),
      count: String(data.total_count),
      sums: [...new Set(sums)].map(sum => `$${Math.round(sum).toLocaleString('en-US')}`),
    })
  }
  return columns
}

function shownColumns(page: Page): Promise<ShownColumn[]> {
  return page.locator('.column').evaluateAll(columns =>
    columns.map(column => {
      const texts = [...column.querySelectorAll('.column-head p span')].map(each => each.textContent ?? '')
      const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].map(card => Number(card.dataset.card))
      return {
        stage: Number((column as HTMLElement).dataset.column),
        cards: cards.toSorted((a, b) => a - b),
        count: texts[0] ?? '',
        sums: texts.slice(1),
      }
    }),
  )
}
