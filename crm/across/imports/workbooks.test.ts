import { sheetOfTexts, workbook, zipped } from '@portico/kit/testing/makeXlsx'
import { expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { anOrganization, aPerson } from '../../testing/builders.ts'
import { importFiles } from '../../testing/importFiles.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { upload, imported } = importFiles(crm)

test('a workbook is imported like its CSV: texts, numbers, days and formulas as they are shown', async () => {
  const user = await crm.company()
  const rows = `${sheetOfTexts([['Deal title', 'Value', 'Expected close date', 'Probability']])}
    <row r="2"><c t="inlineStr"><is><t>From Excel</t></is></c><c><v>1234.56</v></c><c s="1"><v>46023</v></c><c s="2"><v>0.4</v></c></row>
    <row r="4"><c t="str"><f>A2</f><v>By formula</v></c><c><f>2*2</f><v>4</v></c></row>`

  const done = await imported(user, zipped(workbook(rows)))

  expect(done).toMatchObject({ state: 'done', encoding: 'xlsx', counts: { added: 2 }, problems: [] })
  const deals = await crm.sql`select title, value::float, expected_close_date::text, probability::integer from crm.deal
    where company_id = ${user.companyId} order by id`
  expect(deals).toEqual([
    { title: 'From Excel', value: 1234.56, expected_close_date: '2026-01-01', probability: 40 },
    { title: 'By formula', value: 4, expected_close_date: null, probability: null },
  ])
})

test('400 and 415 for what is no workbook, however it is called', async () => {
  expect((await upload(crm.owner, zipped({ 'a.txt': 'text' }), 'people.xlsx')).status).toBe(415)
  expect(
    (await upload(crm.owner, zipped(workbook('<row><c><v>1</v></c></row>')).subarray(0, 500), 'a.xlsx')).status,
  ).toBe(400)
})

test('what a list exports is imported without a change, and exported again byte for byte', async () => {
  const user = await crm.company()
  const { key: color } = await addField(user, 'person', 'varchar')
  const acme = await anOrganization(user, { name: 'Acme, "the" first' })
  await aPerson(user, {
    name: '=Ann',
    org_id: acme.id,
    emails: [{ value: 'ann@example.com', label: 'home', primary: true }],
  })
  await aPerson(user, { name: 'Ben', phones: [{ value: '+49 171 555666', label: 'mobile' }], birthday: '1990-02-03' })
  await aPerson(user, { name: 'Cleo', job_title: "'quoted'", custom_fields: { [color]: '-2 lines\nof text' } })
  const columns = [
    'id',
    'name',
    'emails',
    'phones',
    'org_id',
    'job_title',
    'birthday',
    'owner_id',
    color,
    'organization.name',
  ]
  const exported = async () => {
    const reply = await fetch(`${crm.origin}/app/api/rows/export`, {
      method: 'POST',
      headers: { 'x-api-token': user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'person', columns, sort: 'name' }),
    })
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return Buffer.from(await reply.arrayBuffer())
  }

  const first = await exported()
  expect(first.toString().split('\r\n')[0]).toMatch(
    /^\ufeffPerson - ID,Person - Name,Person - Email - Work,.*,Organization - Name$/,
  )
  expect(await imported(user, first)).toMatchObject({ state: 'done', counts: { added: 0, changed: 0 }, problems: [] })
  expect(await exported()).toEqual(first)
})
