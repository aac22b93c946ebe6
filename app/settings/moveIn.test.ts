import { aDeal, aPerson } from '@portico/crm/testing/builders'
import { startTestCrm } from '@portico/crm/testing/startTestCrm'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp({ privateTargets: true })
const from = await startTestCrm()

describe.skipIf(!browserPath)('moving in, in a real browser', () => {
  test('an account is copied while one watches, reported by kind, and once more brings what changed', async () => {
    const [there, here] = [from.owner, await crm.company()]
    const person = await aPerson(there, { name: 'Pia Moved' })
    await aDeal(there, { title: 'Came along', person_id: person.id })
    const page = await open(here, '/app')
    await page.getByRole('link', { name: 'Copy an account' }).click()
    await page.getByRole('heading', { name: 'Move in' }).waitFor()
    expect(await page.getByLabel('Address of its API').inputValue()).toBe('https://api.pipedrive.com')
    await inspect(page, 'move-in')

    await page.getByLabel('Address of its API').fill(from.origin)
    await page.getByLabel('API token of an admin there').fill('wrong')
    await page.getByRole('button', { name: 'Start the copy' }).click()
    await page.getByText(/^Stopped: .*401/).waitFor()
    expect(await page.getByLabel('API token of an admin there').inputValue()).toBe('')
    await page.getByLabel('API token of an admin there').fill(there.token)
    await page.getByRole('button', { name: 'Go on' }).click()

    await page.getByText(/^Everything came from 127\.0\.0\.1/).waitFor()
    const row = (kind: string) =>
      page
        .getByRole('row', { name: new RegExp(`^${kind}`) })
        .getByRole('cell')
        .allInnerTexts()
    expect(await row('Deals')).toEqual(['1', '1', '1', '0', '0', '0'])
    await inspect(page, 'move-in-done')
    await aDeal(there, { title: 'Came later' })
    await page.getByLabel('API token of an admin there').fill(there.token)
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    await expect.poll(() => row('Deals')).toEqual(['2', '2', '1', '0', '0', '0'])
    expect(await page.content()).not.toContain(there.token)
    await page.goto('/app/deals')
    await page.getByRole('link', { name: 'Came later' }).waitFor()
  })

  test('one that waits for a command can be stopped; whoever is no admin is not shown it', async () => {
    const here = await crm.company()
    await aDeal(here)
    const { MOVE_LOCK } = await import('@portico/crm/across/moveIn/store')
    const hold = await crm.database.hold(MOVE_LOCK, here.companyId)
    const page = await open(here, '/app/settings/move-in')
    await page.getByLabel('Address of its API').fill(from.origin)
    await page.getByLabel('API token of an admin there').fill(from.owner.token)
    await page.getByRole('button', { name: 'Start the copy' }).click()
    await page.getByText(/^Waiting until .*Another import into this company/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^Stopped\. What came/).waitFor()
    await hold?.release()

    const nora = await open(await crm.colleague(here), '/app/settings/move-in')
    await nora.getByText('Move in is not open to you').waitFor()
  })
})
