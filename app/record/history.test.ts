import { aDeal, aPerson } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()
const user = crm.owner
const stored = async (path: string) => (await user.call('GET', path)).body.data

describe.skipIf(!browserPath)('the history of a record in a real browser', () => {
  test('a message is written to the contact, and its HTML is shown in a frame that loads pictures on demand', async () => {
    const person = await aPerson(user, {
      name: 'Cora',
      emails: [{ value: 'cora@example.org', primary: true }],
      phones: [{ value: '+49 30 123', primary: true }],
    })
    const { id } = await aDeal(user, { person_id: person.id })
    const picture = '<p>Look</p><img src="http://pictures.example/a.png" alt="A">'
    await user.call('POST', '/app/api/mailMessages', {
      deal_id: id,
      to: [{ address: 'cora@example.org' }],
      subject: 'With a picture',
      body: picture,
    })
    const page = await open(user, `/app/deals/${id}`)
    let loaded = 0
    await page.route('http://pictures.example/**', route => {
      loaded++
      return route.fulfill({ status: 404 })
    })
    await page.getByRole('button', { name: 'Show the message' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByText('Look').waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(loaded).toBe(0)
    await page.getByRole('button', { name: 'Load pictures' }).click()
    await expect.poll(() => loaded).toBe(1)

    await page.getByRole('tab', { name: 'Mail' }).click()
    await page.getByText('Mail is not set up on this server').waitFor()
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('cora@example.org')
    await page.getByLabel('Subject', { exact: true }).fill('Our offer')
    await page.getByLabel('Message', { exact: true }).fill('Dear Cora')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.entry-row').getByText('Our offer').waitFor()

    await page.getByRole('tab', { name: 'Call' }).click()
    await expect.poll(() => page.getByLabel('Number', { exact: true }).inputValue()).toBe('+49 30 123')
    await page.getByLabel('Outcome').selectOption('left_voicemail')
    await page.getByLabel('What was said').fill('Asked to call back')
    await page.getByRole('button', { name: 'Log the call' }).click()
    await page.locator('.entry-row').getByText('Asked to call back').waitFor()
    await inspect(page, 'deal-mail')
  })

  test('a change is seen with who, what and when, undone by itself, and the deal as it was before', async () => {
    const { id } = await aDeal(user, { title: 'Changed', value: 10 })
    await user.call('PATCH', `/v2/deals/${id}`, { value: 20 })
    await user.call('PATCH', `/v2/deals/${id}`, { probability: 30 })
    const page = await open(user, `/app/deals/${id}?show=Changes`)
    const change = page.locator('.change', { hasText: 'Value' })
    await change.getByText('Value: 10 → 20').waitFor()
    await page.locator('.change', { hasText: 'Added' }).getByRole('button', { name: 'As it was' }).click()
    const past = page.getByRole('dialog', { name: 'As it was' })
    await past.locator('tr', { hasText: 'Value' }).getByText('$10').waitFor()
    await past.getByRole('button', { name: 'Close' }).click()
    await past.waitFor({ state: 'detached' })
    await change.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(`/v2/deals/${id}`)).value).toBe(10)
    expect((await stored(`/v2/deals/${id}`)).probability).toBe(30)
    await page.getByText('undoing an earlier change').waitFor()
    await inspect(page, 'changes')
  })

  test('two persons become one: a duplicate is offered, both and the result are seen before', async () => {
    const email = [{ value: 'double@example.org', primary: true }]
    const kept = await aPerson(user, { name: 'Dora Double', emails: email })
    const other = await aPerson(user, { name: 'D. Double', emails: email, phones: [{ value: '12345', primary: true }] })
    const page = await open(user, `/app/people/${kept.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitemradio', { name: 'Merge with another' }).click()
    await page.getByRole('button', { name: 'Compare with D. Double' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge the two' })
    await dialog.locator('tr', { hasText: 'Phone' }).locator('td').last().getByText('12345').waitFor()
    await inspect(page, 'merge')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '12345' }).waitFor()
    expect(await stored(`/v2/persons/${kept.id}`)).toMatchObject({ name: 'Dora Double', phones: [{ value: '12345' }] })
    expect((await stored(`/v2/persons/${other.id}`)).is_deleted).toBe(true)
  })

  test('of 2,000 entries at most 60 are in the document, wherever one scrolls', async () => {
    const { id } = await aDeal(user, { title: 'Long story' })
    await crm.sql`
      insert into crm.note (company_id, content, user_id, deal_id, add_time)
      select ${user.companyId}, 'Note ' || n, ${user.userId}, ${id}, now() - n * interval '1 minute'
      from generate_series(1, 2000) n`
    const page = await open(user, `/app/deals/${id}`)
    await page.getByText('Note 1', { exact: true }).waitFor()
    const rows = page.locator('.entry-row')
    const flow = page.locator('.record-flow')
    const furthest = async () => {
      await flow.evaluate(element => element.scrollTo(0, element.scrollHeight))
      const texts = await page.locator('.entry-row .note').allTextContents()
      return Math.max(0, ...texts.map(text => Number(text.split(' ')[1])))
    }
    await expect.poll(furthest).toBeGreaterThan(180)
    expect(await rows.count()).toBeLessThanOrEqual(60)
    await flow.evaluate(element => element.scrollTo(0, 0))
    await page.getByText('Note 1', { exact: true }).waitFor()
    expect(await rows.count()).toBeLessThanOrEqual(60)
  })
})
