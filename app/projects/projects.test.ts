import { aDeal, made } from '@portico/crm/testing/builders'
import { conditions } from '@portico/crm/testing/filterConditions'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drag } from '../testing/drag.ts'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('link', { name })
const stored = async (user: TestUser, id: number) => (await user.call('GET', `/v2/projects/${id}`)).body.data

/** A company with one project in the first phase of the board that every company begins with. */
async function aBoard() {
  const user = await crm.company()
  const [board] = (await user.call('GET', '/v2/boards')).body.data
  const phases = (await user.call('GET', `/v2/phases?board_id=${board.id}`)).body.data as { id: number; name: string }[]
  const project = await made(user, '/v2/projects', { title: 'Office move', phase_id: phases[0]?.id })
  return { user, board, phases, project, name: (nr: number) => phases[nr]?.name ?? '' }
}

describe.skipIf(!browserPath)('projects in a real browser', () => {
  test('a card is dragged, moved and completed by keys, undone; others see it at once; a phase gets new ones from a template; axe finds nothing', async () => {
    const { user, board, phases, project, name } = await aBoard()
    await made(user, '/v2/projectTemplates', {
      title: 'Standard move',
      projects_board_id: board.id,
      tasks: [{ title: 'Pack', subtasks: [{ title: 'Buy boxes' }] }],
    })
    const page = await open(user, '/app/projects')
    const other = await open(await crm.colleague(user), '/app/projects')
    await card(other, 'Office move').waitFor()
    await drag(page, card(page, 'Office move'), column(page, name(2)))
    await page.getByText(`Moved “Office move” to ${name(2)}`).waitFor()
    await column(other, name(2)).getByRole('link', { name: 'Office move' }).waitFor()
    expect((await stored(user, project.id)).phase_id).toBe(phases[2]?.id)

    await page.keyboard.press('Control+z')
    await column(page, name(0)).getByRole('link', { name: 'Office move' }).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(user, project.id)).phase_id).toBe(phases[1]?.id)
    await column(page, name(1)).getByRole('link', { name: 'Office move' }).focus()
    await page.keyboard.press('c')
    await card(other, 'Office move').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored(user, project.id)).status).toBe('completed')
    await page.getByRole('button', { name: 'Done and archived' }).click()
    await page.getByRole('button', { name: 'Bring back Office move' }).click()
    await card(other, 'Office move').waitFor()
    await page.getByRole('button', { name: 'Done and archived' }).click()

    await page.getByRole('button', { name: `Add a project to ${name(0)}` }).click()
    await page.getByLabel('Template').selectOption('Standard move')
    await page.getByLabel('Title').fill('From template')
    await page.keyboard.press('Enter')
    await column(page, name(0)).getByRole('link', { name: 'From template' }).getByText('0/2 done').waitFor()
    await inspect(page, 'projects')

    await page.getByLabel('Owner', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Filter', { exact: true }).selectOption('Save as a filter …')
    await page.getByRole('dialog').getByLabel('Name').fill('Of mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the filter “Of mine”').waitFor()
    await other.getByLabel('Sort by').waitFor()
    const [filter] = (await user.call('GET', '/v1/filters?type=projects')).body.data
    expect(new URL(page.url()).searchParams.get('filter')).toBe(String(filter.id))
    await user.call('PUT', `/v1/filters/${filter.id}`, {
      conditions: conditions([['project', 'title', '=', 'From template']]),
    })
    await page.reload()
    await card(page, 'From template').waitFor()
    expect(await card(page, 'Office move').count()).toBe(0)
    await page.getByRole('button', { name: 'Cards', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Tasks').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByText('0/2 done').waitFor({ state: 'detached' })
    await page.reload()
    await card(page, 'From template').waitFor()
    expect(await page.getByText('0/2 done').count()).toBe(0)
  })

  test('a project is opened beside its board: fields, tasks with subtasks by phase, links, notes; done with keys; axe finds nothing', async () => {
    const { user, project, phases } = await aBoard()
    await aDeal(user, { title: 'Big fish' })
    const page = await open(user, '/app/projects')
    await card(page, 'Office move').click()
    const panel = page.getByRole('complementary', { name: 'Project beside the list' })
    await panel.getByLabel('New task').fill('Pack')
    await panel.getByLabel('New task').press('Enter')
    await panel.getByText('0 of 1 done').waitFor()
    await panel.getByRole('button', { name: 'Add a subtask to Pack' }).click()
    await panel.getByLabel('Subtask of Pack').fill('Buy boxes')
    await panel.getByLabel('Subtask of Pack').press('Enter')
    await panel.getByLabel('Done: Buy boxes').click()
    await panel.getByText('1 of 2 done').waitFor()
    await panel.getByLabel('Phase of Pack').selectOption(phases[1]?.name ?? '')
    await panel.getByRole('heading', { name: phases[1]?.name ?? '' }).waitFor()
    await card(page, '1/2 done').waitFor()

    await panel
      .getByRole('list', { name: 'Phases' })
      .getByRole('button', { name: phases[2]?.name ?? '' })
      .click()
    await expect.poll(async () => (await stored(user, project.id)).phase_id).toBe(phases[2]?.id)
    await panel.getByRole('link', { name: 'Open the whole page' }).click()
    await page.getByRole('button', { name: 'Add a deal' }).click()
    await page.getByRole('combobox', { name: 'Find a deal' }).fill('Big')
    await page.getByRole('option', { name: 'Big fish' }).click()
    await page.getByRole('link', { name: 'Big fish' }).waitFor()
    await page.getByLabel('Note', { exact: true }).fill('Ask the landlord')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.locator('.note').getByText('Ask the landlord').waitFor()
    await expect.poll(async () => (await stored(user, project.id)).deal_ids.length).toBe(1)
    await inspect(page, 'project')
  })

  test('an admin of projects adds a board with phases; deleting a phase asks where its projects go; all 506 come back, and so does a board', async () => {
    const { user, board, phases, project, name } = await aBoard()
    // A call undoes five hundred changes at most.
    await crm.sql`insert into crm.project (company_id, title, board_id, phase_id, owner_id, creator_id)
      select ${user.companyId}, 'Project ' || n, ${board.id}, ${phases[0]?.id ?? 0}, ${user.userId}, ${user.userId}
      from generate_series(1, 505) n`
    const inFirst = async () =>
      (await user.call('GET', '/app/api/phaseProjects')).body.data.find(
        (each: { phase_id: number }) => each.phase_id === phases[0]?.id,
      )?.projects
    const page = await open(user, '/app/settings/boards/new')
    await page.getByLabel('Name').fill('Rollouts')
    await page.getByLabel('Phases, one on each line').fill('One\nTwo')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a board' }).click()
    await page.getByText('2 phases').waitFor()
    await page.goto(`/app/settings/boards/${board.id}`)
    await page.getByRole('button', { name: `Delete ${name(0)}` }).click()
    await page.getByLabel('Move its projects to').selectOption({ label: `${board.name} › ${name(1)}` })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await stored(user, project.id)).phase_id).toBe(phases[1]?.id)
    await expect.poll(async () => (await user.call('GET', `/v2/phases/${phases[0]?.id}`)).status).toBe(404)
    await page.getByText(`Deleted ${name(0)}`).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText(`Undone: Deleted ${name(0)}`).waitFor()
    expect(await inFirst()).toBe(506)

    const rollouts = (await user.call('GET', '/v2/boards')).body.data.find(
      (each: { name: string }) => each.name === 'Rollouts',
    )
    const phasesOf = async () => (await user.call('GET', `/v2/phases?board_id=${rollouts.id}`)).body.data
    const [one, two] = await phasesOf()
    const moved = await made(user, '/v2/projects', { title: 'Rolls out', phase_id: one.id })
    await page.goto(`/app/settings/boards/${rollouts.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Move its projects to').selectOption({ label: `${board.name} › ${name(1)}` })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted Rollouts').waitFor()
    expect((await user.call('GET', `/v2/boards/${rollouts.id}`)).status).toBe(404)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Deleted Rollouts').waitFor()
    expect((await stored(user, moved.id)).phase_id).toBe(one.id)
    expect((await phasesOf()).map((phase: { id: number }) => phase.id)).toEqual([one.id, two.id])
  })

  test('on a phone projects and insights are behind More, large enough for a thumb', async () => {
    const { user } = await aBoard()
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open(user, '/app/people', phone)
    const add = await page.getByRole('button', { name: 'Add person' }).first().boundingBox()
    const head = await page.locator('.list-screen > .bar').boundingBox()
    expect([(add?.x ?? 390) + (add?.width ?? 0) <= 390, (head?.height ?? 100) < 66]).toEqual([true, true])
    const bar = page.getByRole('navigation', { name: 'Portico' })
    await bar.getByRole('button', { name: 'More' }).tap()
    const sheet = page.getByRole('dialog', { name: 'More' })
    const insights = await sheet.getByRole('link', { name: 'Insights' }).boundingBox()
    expect(Math.min(insights?.height ?? 0, insights?.width ?? 0)).toBeGreaterThanOrEqual(44)
    await sheet.getByRole('link', { name: 'Projects' }).tap()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('Office move').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/projects')
    const targets = await bar
      .locator('> a:visible, > button:visible')
      .evaluateAll(all => all.map(each => [each.getBoundingClientRect().width, each.getBoundingClientRect().height]))
    expect(targets).toHaveLength(7)
    for (const [width = 0, height = 0] of targets) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })
})
