import { addJob } from '@portico/kit/jobs/jobs'
import { PersonsApi as PersonsApiV1 } from 'pipedrive/v1'
import { PersonsApi } from 'pipedrive/v2'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { PURGE } from '../../../across/purge/purge.ts'
import { aPerson } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let persons: PersonsApi
let pictures: PersonsApiV1

beforeAll(async () => {
  persons = new PersonsApi(crm.owner.v2)
  pictures = new PersonsApiV1(crm.owner.v1)
})

/** Left half red, right half blue. */
async function drawn(format: 'png' | 'jpeg' | 'gif' | 'webp', width = 400, height = 200) {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } }
  const blue = await sharp(half).png().toBuffer()
  const whole = { create: { width, height, channels: 3 as const, background: 'red' } }
  return sharp(whole)
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .toFormat(format)
    .toBuffer()
}

interface PictureReply {
  data: Record<string, unknown>
  errorCode?: number
  field?: string
}

async function send(id: number, bytes: Uint8Array, fields: Record<string, string> = {}, name = 'face.png') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const response = await fetch(`${crm.origin}/v1/persons/${id}/picture`, {
    method: 'POST',
    headers: { 'x-api-token': crm.owner.token },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as PictureReply }
}

/** The addresses in answers name the public origin, which in tests is another than the listener's. */
function fetched(url: string, token = crm.owner.token) {
  return fetch(url.replace('http://portico.test', crm.origin), { headers: { 'x-api-token': token } })
}

async function smallUrl(id: number): Promise<string> {
  return (await crm.owner.call('GET', `/v2/persons/${id}/picture`)).body.data.pictures['128']
}

async function pixelsOf(url: string) {
  const bytes = new Uint8Array(await (await fetched(url)).arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => (data[(Math.floor(info.height / 2) * info.width + x) * info.channels] ?? 0) > 128
  return { width: info.width, height: info.height, redAtLeft: at(4), redAtRight: at(info.width - 5) }
}

async function filesKept() {
  return (await crm.sql`select count(*)::int as n from crm.picture`)[0]?.n
}

async function storedKeys() {
  const keys = []
  for await (const { key } of crm.files.list()) keys.push(key)
  return keys
}

test('the same Idempotency-Key and picture get the first answer, and no file is left over; another picture is a 409', async () => {
  const { id } = await aPerson(crm.owner)
  const upload = async (bytes: Uint8Array) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'face.png')
    const headers = { 'x-api-token': crm.owner.token, 'idempotency-key': 'face' }
    const reply = await fetch(`${crm.origin}/v1/persons/${id}/picture`, { method: 'POST', headers, body: form })
    return { status: reply.status, replayed: reply.headers.get('idempotent-replayed'), body: await reply.json() }
  }
  const picture = await drawn('png')

  const first = await upload(picture)
  const kept = await storedKeys()
  const second = await upload(picture)
  const other = await upload(await drawn('jpeg'))

  expect(second).toEqual({ status: 200, replayed: 'true', body: first.body })
  expect(other.status).toBe(409)
  expect(await storedKeys()).toEqual(kept)
})

test.each([
  'png',
  'jpeg',
  'gif',
] as const)('a %s is made square in two sizes and served from the addresses given', async format => {
  const { id } = await aPerson(crm.owner)

  const sent = await send(id, await drawn(format))

  expect(sent.status).toBe(200)
  const [picture] = Object.values(sent.body.data) as {
    id: number
    item_id: number
    pictures: Record<string, string>
  }[]
  expect(picture).toMatchObject({
    item_type: 'person',
    item_id: id,
    added_by_user_id: crm.owner.userId,
    active_flag: true,
  })
  const small = await pixelsOf(picture?.pictures['128'] ?? '')
  const large = await pixelsOf(picture?.pictures['512'] ?? '')
  expect(small).toEqual({ width: 128, height: 128, redAtLeft: true, redAtRight: false })
  expect(large).toEqual({ width: 512, height: 512, redAtLeft: true, redAtRight: false })
  const read = await persons.getPersonPicture({ id })
  expect(read.data).toMatchObject({ id: picture?.id, item_type: 'person', item_id: id, pictures: picture?.pictures })
  expect((await persons.getPerson({ id })).data?.picture_id).toBe(picture?.id)
  const v1 = (await crm.owner.call('GET', `/v1/persons/${id}`)).body
  expect(v1.data.picture_id).toEqual(picture)
  expect(v1.related_objects.picture).toEqual({ [picture?.id ?? 0]: picture })
})

test('the official client sends a picture, a second one replaces it, and it can be removed', async () => {
  const { id } = await aPerson(crm.owner)
  const file = new File([new Uint8Array(await drawn('png', 300, 300))], 'face.png', { type: 'image/png' })

  const first = await pictures.addPersonPicture({ id, file })
  const before = await filesKept()
  const [old] = Object.values(first.data) as { pictures: Record<string, string> }[]
  await pictures.addPersonPicture({ id, file })

  expect(await filesKept()).toBe(before)
  expect((await fetched(old?.pictures['128'] ?? '')).status).toBe(404)
  const picture = (await persons.getPersonPicture({ id })).data
  expect((await pictures.deletePersonPicture({ id })).data).toEqual({ id: picture?.id })
  expect((await crm.owner.call('GET', `/v2/persons/${id}/picture`)).status).toBe(404)
  expect((await crm.owner.call('DELETE', `/v1/persons/${id}/picture`)).status).toBe(404)
  expect((await persons.getPerson({ id })).data?.picture_id).toBeNull()
})

test('a crop keeps the part it names', async () => {
  const { id } = await aPerson(crm.owner)

  await send(id, await drawn('png'), { crop_x: '200', crop_y: '0', crop_width: '200', crop_height: '200' })

  expect(await pixelsOf(await smallUrl(id))).toMatchObject({
    redAtLeft: false,
    redAtRight: false,
  })
})

test('400 for what is no picture, for another kind, a damaged one, a crop outside of it and no file at all', async () => {
  const { id } = await aPerson(crm.owner)
  const png = await drawn('png')

  expect((await send(id, Buffer.from('<svg onload=alert(1)>'))).body).toMatchObject({ errorCode: 400, field: 'file' })
  expect((await send(id, await drawn('webp'))).body).toMatchObject({ errorCode: 400, field: 'file' })
  expect((await send(id, png.subarray(0, 200))).body).toMatchObject({ errorCode: 400, field: 'file' })
  const outside = { crop_x: '300', crop_y: '0', crop_width: '200', crop_height: '200' }
  expect((await send(id, png, outside)).body).toMatchObject({ errorCode: 400, field: 'file' })
  expect((await send(id, png, { crop_x: 'a' })).body).toMatchObject({ errorCode: 400, field: 'crop_x' })
  expect((await crm.owner.call('POST', `/v1/persons/${id}/picture`, {})).status).toBe(415)
  expect((await send(999_999, png)).status).toBe(404)
  expect((await persons.getPerson({ id })).data?.picture_id).toBeNull()
})

test('404 for the picture of a person one may not see, 401 without a token', async () => {
  const { id } = await aPerson(crm.owner, { visible_to: 1 })
  await send(id, await drawn('png'))
  const colleague = await crm.colleague(crm.owner)
  const url = await smallUrl(id)

  expect((await fetched(url)).headers.get('content-type')).toBe('image/jpeg')
  expect((await fetched(url, colleague.token)).status).toBe(404)
  expect((await fetch(url.replace('http://portico.test', crm.origin))).status).toBe(401)
})

test('the picture of a purged person is gone with its files, one handed on by a merge stays', async () => {
  const [purged, merged, survivor] = [
    (await aPerson(crm.owner)).id,
    (await aPerson(crm.owner)).id,
    (await aPerson(crm.owner)).id,
  ]
  for (const id of [purged, merged]) await send(id, await drawn('png'))
  const { id: handedOn } = (await crm.owner.call('GET', `/v2/persons/${merged}/picture`)).body.data
  await crm.owner.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })
  await crm.owner.call('DELETE', `/v2/persons/${purged}`)
  await crm.sql`update crm.person set delete_time = now() - interval '31 days' where id in (${purged}, ${merged})`

  await addJob(crm.sql, PURGE, {})

  const owners = async () =>
    (await crm.sql`select entity_id from crm.picture where entity_id in (${purged}, ${merged})`).map(
      row => row.entity_id,
    )
  await expect.poll(owners).toEqual([merged])
  await expect.poll(async () => (await crm.owner.call('GET', `/v2/persons/${merged}`)).status).toBe(404)
  expect((await persons.getPersonPicture({ id: survivor })).data).toMatchObject({ id: handedOn, item_id: survivor })
  expect((await fetched(await smallUrl(survivor))).status).toBe(200)
})
