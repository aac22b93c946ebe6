import { readFile } from 'node:fs/promises'
import { aLead, anActivity, aPerson, made } from '@portico/crm/testing/builders'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

const row = (page: Page, title: string) => page.getByRole('link', { name: title })
const pane = (page: Page) => page.getByRole('region', { name: 'Lead', exact: true })
const stored = async (user: TestUser, id: string) => (await user.call('GET', `/v1/leads/${id}`)).body.data

/** A company with leads of these titles, the first one the newest. */
async function withLeads(titles: readonly string[]) {
  const user = await crm.company()
  const person_id = (await aPerson(user, { name: 'Paula Contact' })).id
  const ids = new Map<string, string>()
  for (const title of titles.toReversed()) ids.set(title, (await aLead(user, { title, person_id })).id)
  return { user, id: (title: string) => ids.get(title) ?? '' }
}

describe.skipIf(!browserPath)('the inbox of leads in a real browser', () => {
  test('leads are sorted by keys alone: labelled, archived, deleted, made deals; what was seen is counted', async () => {
    const { user, id } = await withLeads(['To label', 'To archive', 'To sell', 'To delete', 'Rest'])
    const page = await open(user, '/app/leads')
    await row(page, 'Rest').waitFor()
    await page.getByRole('navigation').getByText('5 unseen').waitFor()

    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'To label' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'To archive' }).waitFor()
    await page.keyboard.press('e')
    await pane(page).getByRole('heading', { name: 'To sell' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pane(page).getByRole('heading', { name: 'To delete' }).waitFor()
    await page.keyboard.press('Delete')
    await pane(page).getByRole('heading', { name: 'Rest' }).waitFor()

    await page.getByText('Made “To sell” a deal').waitFor()
    await expect.poll(async () => (await stored(user, id('To label'))).label_ids.length).toBe(1)
    await expect.poll(async () => (await stored(user, id('To archive'))).is_archived).toBe(true)
    await expect.poll(async () => (await user.call('GET', `/v1/leads/${id('To delete')}`)).status).toBe(404)
    await expect.poll(async () => (await user.call('GET', '/v2/deals')).body.data[0]?.title).toBe('To sell')
    await page.getByRole('navigation').getByText('unseen').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('region', { name: 'Leads' }).getByRole('listitem').count()).toBe(2)
  })

  test('a lead that became a deal has taken its notes, activities and files along; undo brings all of it back', async () => {
    const { user, id } = await withLeads(['Big fish'])
    await user.call('POST', '/v1/notes', { content: 'Keen', lead_id: id('Big fish') })
    await anActivity(user, { subject: 'Call them', lead_id: id('Big fish'), due_date: '2036-01-01' })
    const form = new FormData()
    form.set('lead_id', id('Big fish'))
    form.set('file', new Blob(['x']), 'offer.txt')
    await fetch(`${crm.origin}/v1/files`, { method: 'POST', headers: { 'x-api-token': user.token }, body: form })
    const onLead = async () => {
      const notes = (await user.call('GET', `/v1/notes?lead_id=${id('Big fish')}`)).body.data ?? []
      const activities = (await user.call('GET', `/v2/activities?lead_id=${id('Big fish')}`)).body.data
      const files = (await user.call('GET', '/v1/files')).body.data
      return [notes.length, activities.length, files.filter((file: { lead_id: string }) => file.lead_id).length]
    }
    expect(await onLead()).toEqual([1, 1, 1])
    const page = await open(user, `/app/leads?open=${id('Big fish')}`)
    await pane(page).getByRole('button', { name: 'Make a deal' }).click()
    await page.getByRole('dialog').getByLabel('Stage').selectOption('Demo Scheduled')
    await page.getByRole('dialog').getByRole('button', { name: 'Make a deal' }).click()
    await page.getByText('Made “Big fish” a deal').waitFor()

    const [deal] = (await user.call('GET', '/v2/deals')).body.data
    expect(deal.stage_id).toBe((await user.call('GET', '/v2/stages')).body.data[2].id)
    expect((await user.call('GET', `/v1/notes?deal_id=${deal.id}`)).body.data).toHaveLength(1)
    expect((await user.call('GET', `/v2/activities?deal_id=${deal.id}`)).body.data).toHaveLength(1)
    expect((await user.call('GET', `/v1/deals/${deal.id}/files`)).body.data).toHaveLength(1)
    await page.getByText('No leads wait for you').waitFor()

    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Big fish').waitFor()
    await page.getByText('Undone').waitFor()
    expect(await onLead()).toEqual([1, 1, 1])
    expect((await user.call('GET', `/v2/deals/${deal.id}`)).body.data.is_deleted).toBe(true)
  })

  test('several are selected and changed at once, undone at once; a filter is part of the address', async () => {
    const { user, id } = await withLeads(['One', 'Two', 'Three'])
    const page = await open(user, '/app/leads?sort=oldest')
    await row(page, 'Three').waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('toolbar').getByLabel('Label them').selectOption('Hot')
    await expect.poll(async () => (await stored(user, id('Two'))).label_ids.length).toBe(1)
    expect((await stored(user, id('One'))).label_ids).toEqual([])

    await page.getByLabel('Label', { exact: true }).selectOption('Hot')
    await row(page, 'One').waitFor({ state: 'detached' })
    await page.getByLabel('Select Two').check()
    await page.getByLabel('Select Three').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('No lead fits').waitFor()
    await expect.poll(async () => (await stored(user, id('Three'))).is_archived).toBe(true)
    const archived = await open(user, `${new URL(page.url()).pathname}${new URL(page.url()).search}&archived=true`)
    await row(archived, 'Two').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 'Three').waitFor()
    await expect.poll(async () => (await stored(user, id('Two'))).is_archived).toBe(false)
    await row(archived, 'Two').waitFor({ state: 'detached' })
  })

  test('the next deal begins in the stage that was chosen last, unless another is chosen', async () => {
    const { user } = await withLeads(['One', 'Two'])
    const page = await open(user, '/app/leads')
    const convert = async (title: string, stage?: string) => {
      await row(page, title).click()
      await pane(page).getByRole('button', { name: 'Make a deal' }).click()
      const dialog = page.getByRole('dialog')
      if (stage) await dialog.getByLabel('Stage').selectOption(stage)
      await dialog.getByRole('button', { name: 'Make a deal' }).click()
      await page.getByText(`Made “${title}” a deal`).waitFor()
    }
    await convert('One', 'Demo Scheduled')
    await convert('Two')

    const deals: { stage_id: number }[] = (await user.call('GET', '/v2/deals')).body.data
    const [chosen] = await crm.sql`
      select id from crm.stage where company_id = ${user.companyId} and name = 'Demo Scheduled'`
    expect(deals.map(deal => deal.stage_id)).toEqual([chosen?.id, chosen?.id])
  })

  test('thirty leads are worked through with two keys each at most', async () => {
    const titles = Array.from({ length: 30 }, (_, nr) => `Lead ${String(nr + 1).padStart(2, '0')}`)
    const { user } = await withLeads(titles)
    const page = await open(user, '/app/leads')
    await row(page, 'Lead 01').waitFor()
    let keys = 0
    const press = (key: string) => {
      keys++
      return page.keyboard.press(key)
    }
    await press('j')
    for (const [nr, title] of titles.entries()) {
      await pane(page).getByRole('heading', { name: title, exact: true }).waitFor()
      if (nr % 3 === 0) await press('e')
      else if (nr % 3 === 1) for (const key of ['1', 'j']) await press(key)
      else {
        await press('c')
        await page.getByRole('dialog').waitFor()
        await press('Enter')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }

    expect(keys).toBeLessThan(60)
    await expect.poll(async () => (await user.call('GET', '/v2/deals')).body.data.length).toBe(10)
    const counted = async () =>
      (
        await crm.sql`select count(*) filter (where is_archived)::int as archived, count(*) filter (where label_ids <> '{}')::int as labelled
          from crm.lead where company_id = ${user.companyId}`
      )[0]
    await expect.poll(counted).toEqual({ archived: 10, labelled: 10 })
  })

  test('all that match are given away at the server, loaded or not, taken back by one undo, and exported', async () => {
    const { user } = await withLeads(['First'])
    const colleague = await crm.colleague(user)
    await crm.sql`
      insert into crm.lead (company_id, title, creator_id, owner_id, person_id, visible_to, was_seen)
      select l.company_id, 'Lead ' || n, l.creator_id, l.owner_id, l.person_id, 7, true
      from crm.lead l, generate_series(1, 70) n where l.company_id = ${user.companyId}`
    const page = await open(user, '/app/leads?sort=oldest')
    await row(page, 'First').waitFor()
    await page.getByLabel('Select First').check()
    await page.getByRole('button', { name: 'Select all that match' }).click()
    await page.getByText('All that match').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Lead 70')
    await inspect(page, 'selected leads')
    await page.getByLabel('Give to').selectOption(String(colleague.userId))
    await page.getByText('Change the owner of 71 leads').waitFor()
    const theirs = async () =>
      (await crm.sql`select from crm.lead where company_id = ${user.companyId} and owner_id = ${colleague.userId}`)
        .length
    await expect.poll(theirs).toBe(71)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(theirs).toBe(0)
  })

  test('N adds a lead, others see it at once; a phone shows the list, then the lead; axe finds nothing', async () => {
    const { user } = await withLeads(['Old one'])
    await made(user, '/v2/organizations', { name: 'Acme' })
    const page = await open(user, '/app/leads')
    const colleague = await open(await crm.colleague(user), '/app/leads', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await row(colleague, 'Old one').waitFor()
    await row(page, 'Old one').waitFor()

    await page.keyboard.press('n')
    await page.getByLabel('Title').fill('New one')
    await page.getByLabel('Contact', { exact: true }).fill('Acme')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByLabel('Value').fill('300')
    await page.keyboard.press('Enter')
    await row(page, 'New one').waitFor()

    await row(colleague, 'New one').tap()
    await pane(colleague).getByText('$300').waitFor()
    await pane(colleague).getByText('Manually created').waitFor()
    expect(await row(colleague, 'Old one').isVisible()).toBe(false)
    await colleague.goBack()
    await row(colleague, 'Old one').waitFor()
    await page.getByLabel('Title').press('Escape')
    await page.keyboard.press('j')
    await pane(page).getByText('Acme').waitFor()
    await pane(page).getByLabel('Note', { exact: true }).fill('Asked for a price')
    await pane(page).getByRole('button', { name: 'Save note' }).click()
    await pane(page).getByText('Asked for a price').waitFor()
    await inspect(page, 'leads')
  })
})
