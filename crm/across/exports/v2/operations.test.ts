import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProduct, made } from '../../../testing/builders.ts'
import { anExport, download, lines, table, unzip } from '../../../testing/exports.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { KINDS } from '../kinds.ts'

const crm = await startTestCrm()
const { upload } = fileCalls(crm)

async function exported(user: TestUser, body: object) {
  const row = await anExport(user, body)
  expect(row).toMatchObject({ state: 'done', problem: null })
  const { bytes } = await download(crm.origin, user, row.id)
  expect(bytes.length).toBe(row.size)
  return { row, bytes, files: unzip(bytes) }
}

async function aCompanyWithRecords() {
  const user = await crm.company()
  const own = {
    money: await addField(user, 'deal', 'monetary'),
    choice: await addField(user, 'deal', 'enum', ['Red', 'Blue, light']),
    set: await addField(user, 'deal', 'set', ['One', 'Two']),
    text: await addField(user, 'deal', 'varchar'),
    people: await addField(user, 'deal', 'people'),
  }
  const org = await anOrganization(user, { name: 'Acme, "the" best' })
  const person = await aPerson(user, {
    name: 'Zoë Ünal',
    org_id: org.id,
    emails: [
      { value: 'home@example.com', label: 'home' },
      { value: 'second@example.com', label: 'work' },
      { value: 'zoe@example.com', label: 'work', primary: true },
    ],
    phones: [{ value: '+49 30 1234', label: 'mobile', primary: true }],
  })
  const deal = await aDeal(user, {
    title: '=HYPERLINK("http://x")',
    value: 1234.5,
    currency: 'EUR',
    person_id: person.id,
    org_id: org.id,
    custom_fields: {
      [own.money.key]: { value: 7, currency: 'USD' },
      [own.choice.key]: own.choice.options[1]?.id,
      [own.set.key]: own.set.options.map(option => option.id),
      [own.text.key]: "'=quoted\nand broken",
      [own.people.key]: person.id,
    },
  })
  await aProduct(user, { name: 'Pen', prices: [{ currency: 'EUR', price: 3 }] })
  await aLead(user, { title: 'Lead', person_id: person.id })
  await anActivity(user, { subject: 'Call', deal_id: deal.id })
  await made(user, '/v1/notes', { content: 'A note', deal_id: deal.id })
  return { user, org, person, deal }
}

test('NDJSON has every record in the shape of v2, and the manifest counts them', async () => {
  const { user, person, deal, org } = await aCompanyWithRecords()
  const file = await upload('content of a file', { deal_id: deal.id }, { user, name: 'offer.txt' })
  expect(file.body.success).toBe(true)

  const { row, files } = await exported(user, { include_files: true })

  const v2 = async (path: string) => (await user.call('GET', `/api/v2/${path}`)).body.data
  expect(lines(files.get('deals.ndjson'))).toEqual([await v2(`deals/${deal.id}`)])
  expect(lines(files.get('persons.ndjson'))).toEqual([await v2(`persons/${person.id}`)])
  expect(lines(files.get('organizations.ndjson'))).toEqual([await v2(`organizations/${org.id}`)])
  expect(lines(files.get('products.ndjson'))).toEqual(await v2('products'))
  expect(lines(files.get('activities.ndjson'))).toEqual(await v2('activities?include_fields=attendees'))
  expect(lines(files.get('leads.ndjson'))).toMatchObject([{ title: 'Lead', person_id: person.id }])
  expect(lines(files.get('notes.ndjson'))).toMatchObject([{ content: 'A note', deal_id: deal.id }])
  expect(files.get(`files/${file.body.data.id}.txt`)?.toString()).toBe('content of a file')
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  expect(manifest).toMatchObject({ export_id: row.id, as_of: row.as_of, format: 'ndjson' })
  for (const { name, records, bytes, sha256 } of manifest.files) {
    const content = files.get(name) ?? Buffer.alloc(0)
    expect([name, bytes]).toEqual([name, content.length])
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    if (name.endsWith('.ndjson')) expect([name, records]).toEqual([name, lines(content).length])
  }
  expect([...files.keys()].filter(name => name.endsWith('.ndjson'))).toEqual(KINDS.map(kind => `${kind.name}.ndjson`))
  for (const kind of KINDS)
    expect(files.get(`${kind.name}.ndjson`)?.toString()).not.toMatch(
      /"(company_id|account_id|file_key\w*|version|settings)":/,
    )
})

test('CSV is read back as it was, with names beside ids, and no cell begins a formula', async () => {
  const { user, person, deal, org } = await aCompanyWithRecords()

  const { files } = await exported(user, { format: 'csv' })

  const text = files.get('deals.csv')?.toString() ?? ''
  expect(text.startsWith('\ufeffDeal - ID,Deal - Title,')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(`)
  expect(table(files.get('deals.csv'))).toMatchObject([
    {
      'Deal - ID': String(deal.id),
      'Deal - Title': '=HYPERLINK("http://x")',
      'Deal - Value': '1234.5',
      'Deal - Currency': 'EUR',
      'Deal - Owner': 'Olga Owner',
      'Deal - Contact person': 'Zoë Ünal',
      'Deal - Contact person ID': String(person.id),
      'Deal - Organization': 'Acme, "the" best',
      'Deal - Organization ID': String(org.id),
      'Deal - Own monetary': '7',
      'Deal - Own monetary - Currency': 'USD',
      'Deal - Own enum': 'Blue, light',
      'Deal - Own set': 'One, Two',
      'Deal - Own varchar': "'=quoted\nand broken",
      'Deal - Own people': 'Zoë Ünal',
      'Deal - Own people ID': String(person.id),
    },
  ])
  expect(table(files.get('persons.csv'))).toMatchObject([
    {
      'Person - Name': 'Zoë Ünal',
      'Person - Email - Work': 'zoe@example.com, second@example.com',
      'Person - Email - Home': 'home@example.com',
      'Person - Phone - Mobile': '+49 30 1234',
      'Person - Organization': 'Acme, "the" best',
    },
  ])
  expect(table(files.get('products.csv'))).toMatchObject([{ 'Product - Name': 'Pen', 'Product - Unit price': '3' }])
  for (const [name, content] of files)
    if (name.endsWith('.csv')) expect(`${name} ${content.toString()}`).not.toMatch(/(^|,|\n)"?[=@\t]/)
})

test('what the caller may not see is not exported, nor its name', async () => {
  const owner = await crm.company()
  const colleague = await crm.colleague(owner)
  const hidden = await anOrganization(owner, { name: 'Secret Works', visible_to: 1 })
  const open = await aDeal(owner, { title: 'Open', org_id: hidden.id, visible_to: 7 })
  const closed = await aDeal(owner, { title: 'Zugeklappt', visible_to: 1 })
  await made(owner, '/v1/notes', { content: 'on the closed', deal_id: closed.id })
  await crm.sql`update crm.permission_set set contents = contents || '{can_export_data_from_lists}'
    where company_id = ${owner.companyId} and app = 'global' and type = 'regular'`

  const seen = await exported(colleague, { format: 'csv' })

  expect(table(seen.files.get('deals.csv')).map(deal => deal['Deal - ID'])).toEqual([String(open.id)])
  expect([...seen.files.values()].join('')).not.toMatch(/Secret Works|Zugeklappt|on the closed/)
  expect(seen.files.has('roles.csv')).toBe(false)
  const all = await exported(owner, { kinds: ['deals'], format: 'ndjson' })
  expect(lines(all.files.get('deals.ndjson'))).toHaveLength(2)
  expect([...all.files.keys()]).toEqual(['manifest.json', 'deals.ndjson'])
  // Admins see the exports of everybody, others their own.
  expect((await owner.call('GET', '/v2/exports')).body.data).toHaveLength(2)
  expect((await colleague.call('GET', '/v2/exports')).body.data.map((row: { id: number }) => row.id)).toEqual([
    seen.row.id,
  ])
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/download'],
    ['DELETE', ''],
  ] as const)
    expect((await colleague.call(method, `/v2/exports/${all.row.id}${path}`)).status).toBe(404)
})

test('a download can be taken up again by ranges, and is in the audit log', async () => {
  const { user } = await aCompanyWithRecords()
  const { row, bytes } = await exported(user, {})
  const part = (range: string, headers = {}) => download(crm.origin, user, row.id, { range, ...headers })

  const [first, rest] = [await part('bytes=0-99'), await part('bytes=100-')]
  expect([first.status, rest.status]).toEqual([206, 206])
  expect(first.headers.get('content-range')).toBe(`bytes 0-99/${bytes.length}`)
  expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)
  // Pieces that begin and end anywhere, within the stored files and between them.
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 1777) pieces.push((await part(`bytes=${at}-${at + 1776}`)).bytes)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect((await part('bytes=-10')).bytes.equals(bytes.subarray(-10))).toBe(true)
  const outside = await part(`bytes=${bytes.length}-`)
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  const etag = first.headers.get('etag') ?? ''
  expect((await part('bytes=1-2', { 'if-range': etag })).status).toBe(206)
  expect((await part('bytes=1-2', { 'if-range': '"another"' })).bytes.length).toBe(bytes.length)
  expect((await part('bytes=1-2,4-5')).status).toBe(200)
  const audit = await crm.sql<{ action: string; subject: string }[]>`
    select distinct action, subject from crm.audit where company_id = ${user.companyId} and action like 'export%' order by 1`
  expect(audit).toEqual([
    { action: 'export_downloaded', subject: `export ${row.id}` },
    { action: 'export_made', subject: `export ${row.id}` },
  ])
})

test('403 without the right to export, 409 while another is under way, and for a download before it is done', async () => {
  const owner = await crm.company()
  const colleague = await crm.colleague(owner)
  expect((await colleague.call('POST', '/v2/exports', {})).status).toBe(403)
  const [row] = await crm.sql<{ id: number }[]>`
    insert into crm.export (company_id, user_id, format, kinds, state, running_until)
    values (${owner.companyId}, ${owner.userId}, 'csv', '{deals}', 'running', now() + interval '1 hour') returning id`

  expect((await owner.call('POST', '/v2/exports', {})).body.error).toContain('under way')
  const again = await owner.call('POST', '/v2/exports', { format: 'csv', kinds: ['deals'] })
  expect([again.status, again.body.data.id]).toEqual([202, row?.id])
  expect((await owner.call('GET', `/v2/exports/${row?.id}/download`)).status).toBe(409)
  expect((await owner.call('DELETE', `/v2/exports/${row?.id}`)).status).toBe(200)
  expect((await owner.call('POST', '/v2/exports', { kinds: ['deals'] })).status).toBe(202)
})
