import { describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { anOrganization, aPerson } from '../../testing/builders.ts'
import { choicesOf, importFiles, type UploadedFile } from '../../testing/importFiles.ts'
import { longChangeEnded } from '../../testing/longChanges.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { takeRights } from '../../testing/takeRights.ts'

const crm = await startTestCrm()
const { upload, imported } = importFiles(crm)
const ended = (user: TestUser, id: number) => longChangeEnded(user, 'imports', id)
const targetsOf = ({ columns }: UploadedFile) => columns.map(column => column.target)

async function countsOf(user: TestUser) {
  const count = async (table: string) =>
    (
      await crm.sql`select count(*)::int as n from crm.${crm.sql(table)} where company_id = ${user.companyId} and not is_deleted`
    )[0]?.n
  return { organizations: await count('organization'), persons: await count('person'), deals: await count('deal') }
}

const read = async (user: TestUser, path: string) => (await user.call('GET', path)).body.data

const FILE = `Full name;E-mail;Mobile;Company;Deal title;Value;Currency;Close date;Stage;Region
Ada Lovelace;ada@example.com;+49 171 1234567;Engines Ltd;Analytical engine;1.234,56;EUR;31.12.2026;Proposal Made;North
Charles Babbage;charles@example.com;;Engines Ltd;Difference engine;99,5;USD;01.02.2027;;South
"Müller, ""Max""";max@example.com;0171 7654321;Müller & Söhne;;;;;;North
`

describe('an import', () => {
  test('takes persons, organizations and deals out of one row; the same file twice adds nothing; undo leaves it as before', async () => {
    const user = await crm.company()
    const { key, options } = await addField(user, 'deal', 'enum', ['North', 'South'])
    await crm.sql`update crm.field set name = 'Region' where company_id = ${user.companyId} and key = ${key}`
    const before = await countsOf(user)
    const first = await imported(user, FILE)

    expect(first).toMatchObject({
      state: 'done',
      title: 'Import people.csv',
      total: 3,
      separator: ';',
      counts: { added: 7, refused: 0 },
    })
    expect(targetsOf(first)).toEqual([
      'person.name',
      'person.emails#work',
      'person.phones#mobile',
      'organization.name',
      'deal.title',
      'deal.value',
      'deal.currency',
      'deal.expected_close_date',
      'deal.stage_id',
      `deal.custom.${key}`,
    ])
    // The third row has no deal: its region belongs to nothing.
    expect(first.problems).toMatchObject([{ row: 3, text: 'The deal has no title, so it is left out' }])
    expect(await countsOf(user)).toEqual({ organizations: 2, persons: 3, deals: 2 })
    const [deal] =
      await crm.sql`select d.*, d.expected_close_date::text as close, p.name as person, o.name as organization, s.name as stage
      from crm.deal d join crm.person p on p.company_id = d.company_id and p.id = d.person_id
        join crm.organization o on o.company_id = d.company_id and o.id = d.org_id join crm.stage s on s.company_id = d.company_id and s.id = d.stage_id
      where d.company_id = ${user.companyId} and d.title = 'Analytical engine'`
    expect(deal).toMatchObject({
      person: 'Ada Lovelace',
      organization: 'Engines Ltd',
      stage: 'Proposal Made',
      currency: 'EUR',
      close: '2026-12-31',
    })
    expect([Number(deal?.value), deal?.custom]).toEqual([1234.56, { [key]: options[0]?.id }])
    const [max] =
      await crm.sql`select name, phones, org_id from crm.person where company_id = ${user.companyId} and name like 'M%'`
    expect(max).toMatchObject({
      name: 'Müller, "Max"',
      phones: [{ value: '0171 7654321', label: 'mobile', primary: true }],
    })

    const again = await imported(user, FILE)
    expect(again.counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
    expect(await countsOf(user)).toEqual({ organizations: 2, persons: 3, deals: 2 })

    expect((await user.call('POST', `/app/api/imports/${first.id}/undo`)).status).toBe(202)
    expect(await ended(user, first.id)).toMatchObject({ state: 'undone', counts: { reverted: 7, kept: 0 } })
    expect(await countsOf(user)).toEqual(before)
  })

  test('existing records are found by e-mail, phone, name with organization: updated, skipped or added', async () => {
    const user = await crm.company()
    const org = await anOrganization(user, { name: 'Acme' })
    const byMail = await aPerson(user, {
      name: 'Old name',
      emails: [{ value: 'a@acme.test' }],
      phones: [{ value: '1' }],
    })
    const byPhone = await aPerson(user, { name: 'Phone', phones: [{ value: '+49 (171) 555 666' }] })
    const byName = await aPerson(user, { name: 'Same Name', org_id: org.id })
    await aPerson(user, { name: 'Same Name' })
    const file = `name,email,phone,organization,job title
New name,A@ACME.test,0049 30 1234567,ACME,Boss
Phone,,0049171555666,,Caller
same name,,,acme,Namesake
`
    const skipped = await imported(user, file, 'skip')
    expect(skipped.counts).toMatchObject({ added: 0, changed: 0, skipped: 5 })
    expect(await read(user, `/v2/persons/${byMail.id}`)).toMatchObject({ name: 'Old name' })

    const updated = await imported(user, file)
    expect(updated.counts).toMatchObject({ added: 0, refused: 0 })
    const mail = await read(user, `/v2/persons/${byMail.id}`)
    expect(mail).toMatchObject({ name: 'New name', job_title: 'Boss', org_id: org.id })
    // What the file says is added to what was there.
    expect(mail.phones.map((phone: { value: string }) => phone.value)).toEqual(['1', '0049 30 1234567'])
    expect(await read(user, `/v2/persons/${byPhone.id}`)).toMatchObject({ job_title: 'Caller' })
    expect(await read(user, `/v2/persons/${byName.id}`)).toMatchObject({ job_title: 'Namesake' })

    const added = await imported(user, file, 'add')
    expect(added.counts).toMatchObject({ added: 3 })
    expect(await countsOf(user)).toMatchObject({ organizations: 1, persons: 7 })
  })

  test('Latin-1, UTF-16, tabs and commas are read; what was decided about columns is remembered for the same headers', async () => {
    const user = await crm.company()
    const latin = Uint8Array.from(Buffer.from('Vorname\tNachname\nJürgen\tGroß\n', 'latin1'))
    const wide = Buffer.from('\ufeffVorname,Nachname,Misc\nŁucja,Nowak,x\n', 'utf16le')

    expect(await imported(user, latin)).toMatchObject({
      encoding: 'windows-1252',
      separator: '\t',
      counts: { added: 1 },
    })
    const { body } = await upload(user, wide)
    expect(body.data).toMatchObject({ encoding: 'utf-16le', separator: ',' })
    expect(targetsOf(body.data)).toEqual(['person.first_name', 'person.last_name', null])
    const columns = choicesOf(body.data)
    if (columns[2]) columns[2].target = 'person.job_title'
    await user.call('POST', `/app/api/imports/${body.data.id}/run`, { columns })
    await ended(user, body.data.id)
    const names = await crm.sql`select name, job_title from crm.person where company_id = ${user.companyId} order by id`
    expect(names).toEqual([
      { name: 'Jürgen Groß', job_title: null },
      { name: 'Łucja Nowak', job_title: 'x' },
    ])
    expect(targetsOf((await upload(user, wide)).body.data)[2]).toBe('person.job_title')
    expect(targetsOf((await upload(await crm.company(), wide)).body.data)[2]).toBeNull()
  })

  test('the preview tells every problem with its cell, and what would be added, and stores nothing', async () => {
    const user = await crm.company()
    await aPerson(user, { name: 'There', emails: [{ value: 'there@x.test' }] })
    const { body } = await upload(
      user,
      'name,email,birthday,owner\nThere,there@x.test,03/04/1990,\nNew,new@x.test,31/02/1990,Nobody\nNew,new@x.test,,\n,broken,,\n',
    )
    const columns = choicesOf(body.data)
    expect(body.data.columns[2]).toMatchObject({ target: 'person.birthday', has_ambiguous_dates: false })

    const { body: reply } = await user.call('POST', `/app/api/imports/${body.data.id}/preview`, { columns })

    expect(reply.data).toMatchObject({ rows: 4, kinds: [{ kind: 'person', added: 1, existing: 2 }], problem_count: 3 })
    expect(reply.data.problems).toMatchObject([
      { row: 2, column: 2, cell: '31/02/1990', text: 'is no date that could be read' },
      { row: 2, column: 3, cell: 'Nobody', text: 'is no user of your company' },
      { row: 4, column: 1, cell: 'broken', text: 'is no e-mail address' },
    ])
    expect(await countsOf(user)).toMatchObject({ persons: 1 })
    expect((await user.call('DELETE', `/app/api/imports/${body.data.id}`)).status).toBe(200)
    expect((await user.call('POST', `/app/api/imports/${body.data.id}/preview`, { columns })).status).toBe(404)
  })

  test('400 for what is no CSV, empty, or decided wrongly; 409 when it was begun; 403 without the right; 404 for others', async () => {
    const user = await crm.company()
    expect((await upload(user, Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).status).toBe(400)
    expect((await upload(user, 'only headers\n')).status).toBe(400)
    const { body } = await upload(user, 'name,email\nA,a@x.test\n')
    const run = (columns: object[], who = user) => who.call('POST', `/app/api/imports/${body.data.id}/run`, { columns })
    const [name] = choicesOf(body.data)
    expect((await run([{ ...name }])).body.error).toContain('2 entries')
    expect((await run([{ ...name }, { ...name }])).status).toBe(400)
    expect(
      (
        await run([
          { ...name, target: 'person.nothing' },
          { ...name, target: null },
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await run([
          { ...name, target: null },
          { ...name, target: null },
        ])
      ).status,
    ).toBe(400)
    const colleague = await crm.colleague(user)
    expect((await run(choicesOf(body.data), colleague)).status).toBe(404)
    expect((await run(choicesOf(body.data))).status).toBe(202)
    expect((await run(choicesOf(body.data))).status).toBe(409)
    await ended(user, body.data.id)

    await takeRights(crm, colleague, 'can_use_import')
    await expect.poll(async () => (await upload(colleague, 'name\nA\n')).status).toBe(403)
  })
})
