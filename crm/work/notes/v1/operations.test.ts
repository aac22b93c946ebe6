import { NotesApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, aLead, anOrganization, aPerson, made } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const notes = new NotesApi(owner.v1)
const colleague = await crm.colleague(owner)

const aNote = async (user: TestUser, values: object = {}) =>
  made(user, '/v1/notes', { content: 'Note', deal_id: (await aDeal(owner)).id, ...values })
const refused = async (user: TestUser, method: string, path: string, body?: object) => {
  const reply = await user.call(method, path, body)
  return [reply.status, reply.body.field]
}

describe('with the official client', () => {
  test('a note is added, read, listed, changed and deleted', async () => {
    const deal = await aDeal(owner, { title: 'Big deal' })
    const person = await aPerson(owner, { name: 'Paula' })
    const org = await anOrganization(owner, { name: 'Acme' })
    const lead = await aLead(owner, { title: 'Hot lead' })
    const places = { deal_id: deal.id, person_id: person.id, org_id: org.id, lead_id: lead.id }

    const added = await notes.addNote({
      AddNoteRequest: {
        content: '<p>Call <b>back</b></p>',
        ...places,
        pinned_to_deal_flag: 1,
        pinned_to_person_flag: 0,
      },
    })
    const id = added.data?.id ?? 0
    expect(added.data).toMatchObject({
      ...places,
      content: '<p>Call <b>back</b></p>',
      deal: { title: 'Big deal' },
      person: { name: 'Paula' },
      organization: { name: 'Acme' },
      project_id: null,
      task_id: null,
      pinned_to_deal_flag: true,
      pinned_to_person_flag: false,
      active_flag: true,
      user_id: owner.userId,
      user: { is_you: true },
      last_update_user_id: null,
    })
    expect((await notes.getNote({ id })).data).toEqual(added.data)
    expect((await notes.getNotes({ deal_id: deal.id })).data).toEqual([added.data])
    expect(await crm.sql`select content, deal_id, lead_id from crm.note where id = ${id}`).toEqual([
      { content: '<p>Call <b>back</b></p>', deal_id: deal.id, lead_id: lead.id },
    ])

    const changed = await notes.updateNote({ id, NoteRequest: { content: 'Done', pinned_to_organization_flag: 1 } })
    expect(changed.data).toMatchObject({ ...places, content: 'Done', pinned_to_organization_flag: true })
    expect(changed.data?.last_update_user_id).toBe(owner.userId)
    expect((await notes.getNote({ id })).data).toEqual(changed.data)

    expect((await notes.deleteNote({ id })).data).toBe(true)
    expect((await notes.getNote({ id })).data).toMatchObject({ content: 'Done', active_flag: false })
    expect((await notes.getNotes({ deal_id: deal.id })).data).toBeNull()
    expect(await refused(owner, 'PUT', `/v1/notes/${id}`, { content: 'Again' })).toEqual([410, undefined])
    expect((await notes.deleteNote({ id })).data).toBe(true)
    const log =
      await crm.sql`select action from crm.change where entity = 'note' and entity_id = ${String(id)} order by seq`
    expect(log.map(line => line.action)).toEqual(['added', 'updated', 'deleted'])
  })

  test('a comment is added, read, listed, changed and deleted', async () => {
    const { id } = await aNote(owner)

    const added = await notes.addNoteComment({ id, CommentPostPutObject: { content: 'First' } })
    const commentId = added.data?.uuid ?? ''
    expect(commentId).toMatch(/^[0-9a-f-]{36}$/)
    expect(added.data).toMatchObject({
      content: 'First',
      object_id: String(id),
      object_type: 'note',
      user_id: owner.userId,
      updater_id: owner.userId,
      company_id: owner.companyId,
      active_flag: true,
    })
    await notes.addNoteComment({ id, CommentPostPutObject: { content: 'Second' } })
    expect((await notes.getComment({ id, commentId })).data).toEqual(added.data)
    const listed = await notes.getNoteComments({ id, limit: 1 })
    expect(listed.data).toEqual([added.data])
    expect(listed.additional_data?.pagination).toMatchObject({ more_items_in_collection: true, next_start: 1 })

    const changed = await notes.updateCommentForNote({ id, commentId, CommentPostPutObject: { content: 'Better' } })
    expect(changed.data).toMatchObject({ uuid: commentId, content: 'Better' })
    expect(await crm.sql`select content from crm.comment where id = ${commentId}`).toEqual([{ content: 'Better' }])

    expect((await notes.deleteComment({ id, commentId })).data).toBe(true)
    expect((await notes.getComment({ id, commentId })).data).toMatchObject({ active_flag: false })
    expect((await notes.getNoteComments({ id })).data).toMatchObject([{ content: 'Second' }])
    const path = `/v1/notes/${id}/comments/${commentId}`
    expect(await refused(owner, 'PUT', path, { content: 'Again' })).toEqual([410, undefined])
    const log = await crm.sql`
      select action from crm.change where entity = 'comment' and entity_id = ${commentId} order by seq`
    expect(log.map(line => line.action)).toEqual(['added', 'updated', 'deleted'])
  })
})

describe('content', () => {
  test('comes back harmless, in notes and in comments', async () => {
    const attack =
      '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">go</a><svg onload=x()></svg></p>'

    const note = await aNote(owner, { content: attack })
    const comment = await made(owner, `/v1/notes/${note.id}/comments`, { content: attack })
    const put = await owner.call('PUT', `/v1/notes/${note.id}`, { content: `${attack}!` })

    expect([note.content, comment.content, put.body.data.content]).toEqual([
      '<p>Hi<a>go</a></p>',
      '<p>Hi<a>go</a></p>',
      '<p>Hi<a>go</a></p>!',
    ])
  })

  test('400 naming content when it is missing, empty, nothing but scripts, or too long', async () => {
    const { id, deal_id } = await aNote(owner)
    const contents = [undefined, '', ' ', '<p></p>', '<script>x</script>', 'a'.repeat(100_001), 'ż'.repeat(50_001)]

    for (const content of contents) {
      expect(await refused(owner, 'POST', '/v1/notes', { content, deal_id })).toEqual([400, 'content'])
      expect(await refused(owner, 'POST', `/v1/notes/${id}/comments`, { content })).toEqual([400, 'content'])
      if (content !== undefined)
        expect(await refused(owner, 'PUT', `/v1/notes/${id}`, { content })).toEqual([400, 'content'])
    }
    expect((await owner.call('GET', `/v1/notes/${id}`)).body.data.content).toBe('Note')
    expect((await aNote(owner, { content: 'a'.repeat(100_000) })).content).toHaveLength(100_000)
  })
})

describe('the records of a note', () => {
  test('400 without any, with one that does not exist, and when the last one is taken away', async () => {
    const { id, deal_id } = await aNote(owner)
    const nobody = '00000000-0000-4000-8000-000000000000'
    const missing = {
      deal_id: 999_999,
      person_id: 999_999,
      org_id: 999_999,
      lead_id: nobody,
      project_id: 1,
      task_id: 1,
    }

    expect(await refused(owner, 'POST', '/v1/notes', { content: 'x' })).toEqual([400, 'deal_id'])
    expect(await refused(owner, 'PUT', `/v1/notes/${id}`, { deal_id: null })).toEqual([400, 'deal_id'])
    for (const [field, value] of Object.entries(missing)) {
      expect(await refused(owner, 'POST', '/v1/notes', { content: 'x', deal_id, [field]: value })).toEqual([400, field])
      expect(await refused(owner, 'PUT', `/v1/notes/${id}`, { [field]: value })).toEqual([400, field])
    }
    expect((await owner.call('GET', `/v1/notes/${id}`)).body.data).toMatchObject({ deal_id, person_id: null })
  })

  test('400 for a pin without its record; a pin goes with its link; others keep theirs', async () => {
    const { id: person_id } = await aPerson(owner)
    const { id, deal_id } = await aNote(owner, { pinned_to_deal_flag: 1 })
    const other = await aNote(owner, { deal_id, pinned_to_deal_flag: true })
    for (const kind of ['lead', 'person', 'organization', 'project', 'task']) {
      const flag = `pinned_to_${kind}_flag`
      expect(await refused(owner, 'POST', '/v1/notes', { content: 'x', deal_id, [flag]: 1 })).toEqual([400, flag])
      expect(await refused(owner, 'PUT', `/v1/notes/${id}`, { [flag]: 1 })).toEqual([400, flag])
    }

    const moved = await owner.call('PUT', `/v1/notes/${id}`, { deal_id: null, person_id })

    expect(moved.body.data).toMatchObject({ deal_id: null, person_id, pinned_to_deal_flag: false })
    expect((await owner.call('GET', `/v1/notes/${other.id}`)).body.data.pinned_to_deal_flag).toBe(true)
  })

  test('a note keeps a record that is deleted by now, and takes no deleted one', async () => {
    const { id, deal_id } = await aNote(owner)
    await owner.call('DELETE', `/v2/deals/${deal_id}`)

    expect((await owner.call('PUT', `/v1/notes/${id}`, { content: 'New', deal_id })).body.data.content).toBe('New')
    expect(await refused(owner, 'POST', '/v1/notes', { content: 'x', deal_id })).toEqual([400, 'deal_id'])
  })
})

describe('author and time', () => {
  test('are for admins to say', async () => {
    const add_time = '2020-01-02 03:04:05'
    const { id, deal_id } = await aNote(owner, { user_id: colleague.userId, add_time })
    expect((await owner.call('GET', `/v1/notes/${id}`)).body.data).toMatchObject({
      user_id: colleague.userId,
      add_time,
      user: { is_you: false },
    })
    const body = { content: 'x', deal_id }

    expect(await refused(colleague, 'POST', '/v1/notes', { ...body, user_id: owner.userId })).toEqual([403, 'user_id'])
    expect(await refused(colleague, 'POST', '/v1/notes', { ...body, add_time })).toEqual([403, 'add_time'])
    expect(await refused(colleague, 'PUT', `/v1/notes/${id}`, { user_id: owner.userId })).toEqual([403, 'user_id'])
    expect(await refused(colleague, 'PUT', `/v1/notes/${id}`, { add_time: '2021-01-01 00:00:00' })).toEqual([
      403,
      'add_time',
    ])
    // To send what is there says nothing.
    const same = await colleague.call('PUT', `/v1/notes/${id}`, { user_id: colleague.userId, add_time, content: 'y' })
    expect(same.body.data).toMatchObject({ content: 'y', user_id: colleague.userId, add_time })
    expect((await colleague.call('POST', '/v1/notes', { ...body, user_id: colleague.userId })).status).toBe(200)
    expect(await refused(owner, 'POST', '/v1/notes', { ...body, user_id: 999_999 })).toEqual([400, 'user_id'])
  })

  test('403 when somebody else changes or deletes a comment; its author and admins may', async () => {
    const { id } = await aNote(owner)
    const mine = (await made(owner, `/v1/notes/${id}/comments`, { content: 'Mine' })).uuid
    const theirs = (await made(colleague, `/v1/notes/${id}/comments`, { content: 'Theirs' })).uuid
    const path = (uuid: string) => `/v1/notes/${id}/comments/${uuid}`

    expect((await colleague.call('PUT', path(mine), { content: 'Hers' })).status).toBe(403)
    expect((await colleague.call('DELETE', path(mine))).status).toBe(403)
    expect((await colleague.call('GET', path(mine))).body.data).toMatchObject({ content: 'Mine', active_flag: true })
    expect((await colleague.call('PUT', path(theirs), { content: 'Better' })).status).toBe(200)
    expect((await owner.call('PUT', path(theirs), { content: 'Best' })).body.data).toMatchObject({
      user_id: colleague.userId,
      updater_id: owner.userId,
    })
    expect((await owner.call('DELETE', path(theirs))).status).toBe(200)
  })
})

describe('a note and its comments', () => {
  test('404 for a comment of another note; 410 for a new one on a deleted note', async () => {
    const [one, other] = [await aNote(owner), await aNote(owner)]
    const { uuid } = await made(owner, `/v1/notes/${one.id}/comments`, { content: 'x' })

    for (const [method, body] of [['GET'], ['PUT', { content: 'y' }], ['DELETE']] as const)
      expect((await owner.call(method, `/v1/notes/${other.id}/comments/${uuid}`, body)).status).toBe(404)
    await owner.call('DELETE', `/v1/notes/${one.id}`)
    expect((await owner.call('POST', `/v1/notes/${one.id}/comments`, { content: 'z' })).status).toBe(410)
  })
})
