import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forgetRecords } from '../../base/changes/rewriteStore.ts'
import { aDeal, anActivity, aPerson, made } from '../../testing/builders.ts'
import { KINDS_WITH_PAST, randomChanges } from '../../testing/randomChanges.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner

const { changes: CHANGES, make, people } = await randomChanges(user)

/** The clock of the database, by which changes are logged. */
async function moment(): Promise<string> {
  const [now] = await crm.sql`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as text`
  return now?.text
}

describe('as_of', () => {
  test.each(KINDS_WITH_PAST)('shows %s at every moment as they were then', async kind => {
    const [changes = []] = fc.sample(fc.array(CHANGES[kind], { minLength: 8, maxLength: 8 }), 1)
    const before = await moment()
    const { id } = await make[kind](user)
    const path = `/v2/${kind}/${id}`
    const seen: { at: string; shown: unknown }[] = []
    const look = async () => seen.push({ at: await moment(), shown: (await user.call('GET', path)).body.data })

    await look()
    for (const change of changes) {
      const reply = await user.call('PATCH', path, change)
      expect([reply.status, reply.body.error], JSON.stringify(change)).toEqual([200, undefined])
      await look()
    }
    await user.call('DELETE', path)
    await look()

    for (const { at, shown } of seen)
      expect((await user.call('GET', `${path}?as_of=${at}`)).body.data, `${at} ${JSON.stringify(changes)}`).toEqual(
        shown,
      )
    expect((await user.call('GET', `${path}?as_of=${before}`)).status).toBe(404)
    expect(seen.at(-1)?.shown).toMatchObject({ is_deleted: true })
  })

  test('a merge of persons is in the past of the activities they take part in', async () => {
    const [survivor, merged] = [(await aPerson(user)).id, (await aPerson(user)).id]
    const both = [survivor, merged].map((person_id, nr) => ({ person_id, primary: nr === 1 }))
    const { id } = await anActivity(user, { participants: both })
    const { id: other } = await anActivity(user, {
      participants: [{ person_id: people[0], primary: true }, { person_id: merged }],
    })
    const before = await moment()

    await user.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })

    const now = await moment()
    for (const each of [id, other]) {
      const path = `/v2/activities/${each}`
      const shown = (await user.call('GET', path)).body.data
      expect((await user.call('GET', `${path}?as_of=${now}`)).body.data).toEqual(shown)
      const then = (await user.call('GET', `${path}?as_of=${before}`)).body.data.participants
      expect(then).toContainEqual({ person_id: merged, primary: each === id })
      expect(shown.participants).not.toContainEqual(expect.objectContaining({ person_id: merged }))
    }
  })

  test('an option that was taken away is in the past only, a field that was deleted nowhere', async () => {
    const {
      key,
      id: fieldId,
      options,
    } = await made(user, '/v1/dealFields', {
      name: 'Size',
      field_type: 'set',
      options: [{ label: 'S' }, { label: 'L' }],
    })
    const [small, large] = options.map((option: { id: number }) => option.id)
    const { id } = await aDeal(user, { custom_fields: { [key]: [small, large] } })
    const before = await moment()
    const valueAt = async (at?: string) =>
      (await user.call('GET', `/v2/deals/${id}${at ? `?as_of=${at}` : ''}`)).body.data.custom_fields[key]

    await user.call('DELETE', `/v2/dealFields/${key}/options`, [{ id: small }])
    await expect.poll(() => valueAt()).toEqual([large])

    expect(await valueAt(await moment())).toEqual([large])
    expect(await valueAt(before)).toEqual([small, large])
    await user.call('DELETE', `/v1/dealFields/${fieldId}`)
    expect(await valueAt(before)).toBeUndefined()
  })

  test('400 for a time that is none and for what the log does not know, 404 for what is hidden or gone', async () => {
    const { id } = await aDeal(user)
    const refused = async (query: string) => (await user.call('GET', `/v2/deals/${id}?${query}`)).body
    expect(await refused('as_of=yesterday')).toMatchObject({ errorCode: 400, field: 'as_of' })
    expect(await refused('as_of=2026-02-30T00:00:00Z')).toMatchObject({ errorCode: 400, field: 'as_of' })
    expect(await refused('as_of=2099-01-01T00:00:00Z&include_fields=notes_count')).toMatchObject({
      errorCode: 400,
      field: 'include_fields',
    })

    const { id: person } = await aPerson(user, { visible_to: 7 })
    const open = await moment()
    await user.call('PATCH', `/v2/persons/${person}`, { visible_to: 1 })
    const colleague = await crm.colleague(user)
    expect((await colleague.call('GET', `/v2/persons/${person}?as_of=${open}`)).status).toBe(404)

    await crm.sql`delete from crm.deal where company_id = ${user.companyId} and id = ${id}`
    await forgetRecords(crm.sql, { source: 'purge', companyId: user.companyId, table: 'deal', ids: [id] })
    expect((await user.call('GET', `/v2/deals/${id}?as_of=${open}`)).status).toBe(404)
  })
})
