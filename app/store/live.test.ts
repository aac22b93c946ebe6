import { aDeal } from '@portico/crm/testing/builders'
import { takeRights } from '@portico/crm/testing/takeRights'
import { browserPath } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdFirst } from '../testing/hold.ts'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

describe.skipIf(!browserPath)('changes in several tabs of one browser', () => {
  test('all ten tabs show them by one stream, and go on when the tab that reads it is closed', async () => {
    const user = await crm.company()
    const first = await open(user, '/app/deals')
    const context = first.context()
    await first.getByRole('region').first().waitFor()
    await aDeal(user, { title: 'Seen by the first' })
    await first.getByRole('link', { name: 'Seen by the first' }).waitFor()
    let streams = 0
    context.on('request', request => {
      if (new URL(request.url()).pathname === '/v2/changes/stream') streams++
    })
    const others: Page[] = []
    for (let nr = 2; nr <= 10; nr++) {
      const page = await context.newPage()
      await page.goto(first.url())
      await page.getByRole('region').first().waitFor()
      others.push(page)
    }

    await aDeal(user, { title: 'Seen by all' })
    for (const page of [first, ...others]) await page.getByRole('link', { name: 'Seen by all' }).waitFor()
    expect(streams).toBe(0)

    await first.close()
    await expect.poll(() => streams).toBe(1)
    await aDeal(user, { title: 'Seen by the others' })
    for (const page of others) await page.getByRole('link', { name: 'Seen by the others' }).waitFor()
    expect(streams).toBe(1)
  })

  test('what happens while a page has no stream yet is on it once it has', async () => {
    const user = await crm.company()
    const nora = await crm.colleague(user)
    const labels = await open(nora, '/app/settings/labels')
    const { isHeld, release } = await holdFirst(labels, '**/v2/changes/stream*', 'question')
    await labels.reload()
    await labels.getByRole('link', { name: 'Add a label' }).waitFor()
    await isHeld
    await takeRights(crm, nora, 'can_modify_labels')
    release()
    await labels.getByText('Labels is not open to you').waitFor()
  })
})
