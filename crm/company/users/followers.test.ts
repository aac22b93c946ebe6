import { UsersApi } from 'pipedrive/v1'
import { UsersApi as UsersApiV2 } from 'pipedrive/v2'
import { beforeEach, expect, test, vi } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { takeRights } from '../../testing/takeRights.ts'

const crm = await startTestCrm()
const v1 = new UsersApi(crm.owner.v1)
const v2 = new UsersApiV2(crm.owner.v2)

let ann: TestUser
let bob: TestUser

beforeEach(async () => {
  ann = await crm.colleague(crm.owner)
  bob = await crm.colleague(crm.owner)
})

const follow = (who: TestUser, whom: { userId: number }, body: object = {}) =>
  who.call('POST', `/app/api/users/${whom.userId}/followers`, body)
const unfollow = (who: TestUser, whom: TestUser, userId: number) =>
  who.call('DELETE', `/app/api/users/${whom.userId}/followers/${userId}`)
const followersOf = async ({ userId }: TestUser) => (await v1.getUserFollowers({ id: userId })).data

test('who follows is shown in both versions and in the change log, until they cease', async () => {
  expect(await follow(ann, bob)).toMatchObject({ status: 201, body: { data: { user_id: ann.userId } } })
  await follow(crm.owner, bob)

  expect(await followersOf(bob)).toEqual([ann.userId, crm.owner.userId])
  const page = await v2.getUserFollowers({ id: bob.userId, limit: 1 })
  expect(page.data?.map(follower => follower.user_id)).toEqual([ann.userId])
  const next = await v2.getUserFollowers({ id: bob.userId, cursor: page.additional_data?.next_cursor ?? '' })
  expect(next.data?.map(follower => follower.user_id)).toEqual([crm.owner.userId])

  expect(await unfollow(ann, bob, ann.userId)).toMatchObject({ status: 200, body: { data: { user_id: ann.userId } } })
  expect(await followersOf(bob)).toEqual([crm.owner.userId])
  const logged = await crm.sql`
    select action, facts from crm.change where entity = 'userFollower' and entity_id = ${String(bob.userId)} order by seq`
  expect(logged.map(line => [line.action, line.facts.follower_user_id])).toEqual([
    ['added', ann.userId],
    ['added', crm.owner.userId],
    ['deleted', ann.userId],
  ])
})

test('following twice is following once', async () => {
  await follow(ann, bob)
  await follow(ann, bob)

  expect(await followersOf(bob)).toEqual([ann.userId])
})

test('403 without the right to follow others, who can still cease to', async () => {
  await follow(ann, bob)
  await takeRights(crm, ann, 'can_follow_other_users')

  await vi.waitFor(async () => expect((await follow(ann, crm.owner)).status).toBe(403), 120_000)
  expect((await unfollow(ann, bob, ann.userId)).status).toBe(200)
})

test('403 for somebody else as the follower, except by an admin of the account', async () => {
  expect((await follow(ann, crm.owner, { user_id: bob.userId })).status).toBe(403)
  expect((await follow(crm.owner, ann, { user_id: bob.userId })).status).toBe(201)
  expect((await unfollow(ann, ann, bob.userId)).status).toBe(403)
  expect((await unfollow(crm.owner, ann, bob.userId)).status).toBe(200)
})

test('400 for following oneself and for a follower who does not exist, naming user_id', async () => {
  const stranger = await crm.company()

  expect(await follow(ann, ann)).toMatchObject({ status: 400, body: { field: 'user_id' } })
  expect(await follow(crm.owner, ann, { user_id: stranger.userId })).toMatchObject({
    status: 400,
    body: { field: 'user_id' },
  })
})

test('404 for a user of another company, for one not to be seen, and for a follower who is none', async () => {
  const stranger = await crm.company()

  expect((await follow(ann, stranger)).status).toBe(404)
  expect((await unfollow(ann, bob, ann.userId)).status).toBe(404)
  await takeRights(crm, ann, 'can_see_other_users')
  await vi.waitFor(async () => expect((await follow(ann, bob)).status).toBe(404), 120_000)
})
