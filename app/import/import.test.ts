import { aPerson } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

const FILE = `Full name;E-mail;Company;Geburtstag;Misc
Ada Lovelace;ada@example.com;Engines Ltd;10.12.1815;Countess
Max Müller;max(at)example.com;Müller & Söhne;31.02.1990;Boss
`

describe.skipIf(!browserPath)('an import in a real browser', () => {
  test('a file is dropped, its columns corrected, its problems shown by cell; it runs and is undone', async () => {
    const user = await crm.company()
    await aPerson(user, { name: 'Ada', emails: [{ value: 'ada@example.com' }] })
    const people = async () =>
      (
        await crm.sql`select name, job_title from crm.person where company_id = ${user.companyId} and not is_deleted order by id`
      ).map(row => [row.name, row.job_title])
    const page = await open(user, '/app/import')

    const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE, 'latin1') }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.getByLabel('What Misc is').selectOption('person.job_title')
    await page.getByText('1 person new').waitFor()
    await page.getByRole('cell', { name: 'max(at)example.com', exact: true }).waitFor()
    await page.getByRole('cell', { name: '31.02.1990', exact: true }).waitFor()
    expect(await page.getByLabel('What Geburtstag is').inputValue()).toBe('person.birthday')
    await inspect(page, 'import')

    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('3 added, 1 changed').waitFor()
    expect(await people()).toEqual([
      ['Ada Lovelace', 'Countess'],
      ['Max Müller', 'Boss'],
    ])
    // The address is that of the import: it is there after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Undo the whole import' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    expect(await people()).toEqual([['Ada', null]])
  })

  test('possible duplicates are merged, or kept separate and not shown again; undo brings the pair back; axe finds nothing', async () => {
    const user = await crm.company()
    for (const name of ['Ada', 'Ada', 'Bob', 'bob'])
      await aPerson(user, { name, emails: [{ value: `${name}@example.com`, primary: true }] })
    const page = await open(user, '/app/people')
    await page.getByRole('link', { name: 'Duplicates' }).click()
    const pair = (name: string) => page.getByRole('listitem', { name: `${name}, twice` })
    await pair('Ada').waitFor()
    await inspect(page, 'duplicates')

    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await pair('Ada').waitFor({ state: 'detached' })
    await page.getByText('Kept separate: Ada').waitFor()
    await page.keyboard.press('Control+z')
    await pair('Ada').waitFor()
    await pair('Ada').getByRole('button', { name: 'Keep separate' }).click()
    await pair('Ada').waitFor({ state: 'detached' })
    await pair('Bob').getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('heading', { name: 'No duplicates' }).waitFor()
    const left = await crm.sql`select from crm.person where company_id = ${user.companyId} and not is_deleted`
    expect(left).toHaveLength(3)
    await page.reload()
    await page.getByRole('heading', { name: 'No duplicates' }).waitFor()
  })

  test('a pair that was kept separate stays away when an answer from before comes late', async () => {
    const user = await crm.company()
    for (const email of ['one@example.com', 'one@example.com'])
      await aPerson(user, { name: 'Ada', emails: [{ value: email, primary: true }] })
    const page = await open(user, '/app/people')
    await page.getByRole('link', { name: 'Duplicates' }).click()
    const pair = page.getByRole('listitem', { name: 'Ada, twice' })
    await pair.waitFor()
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    const asked = new Promise<void>(resolve => {
      void page.route('**/app/api/duplicates?*', async route => {
        const response = await route.fetch()
        resolve()
        await held
        await route.fulfill({ response })
      })
    })
    await aPerson(user, { name: 'Somebody else' })
    await asked

    await pair.getByRole('button', { name: 'Keep separate' }).click()
    await page.getByText('Kept separate: Ada').waitFor()
    letGo()

    await page.getByRole('heading', { name: 'No duplicates' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
