import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const owner = await market.member({ permissionType: 2, firstName: 'Olga' })
const admin = await market.member({ permissionType: 1, firstName: 'Adam' })
let seller: Member

beforeEach(async () => {
  seller = await market.member()
})
afterAll(() => expectBalancedLedger(market.sql))

describe('roles', () => {
  test('an owner makes and unmakes admins; it counts at once', async () => {
    const made = await market.put('/dashboard/makeAdmin', { userID: seller.id }, owner)
    const seen = await market.get('/dashboard/permissionLv', seller)
    const unmade = await market.put('/dashboard/unmakeAdmin', { userID: seller.id }, owner)
    const after = await market.get('/dashboard/isAdmin', seller)

    expect([made.status, seen.data.permissionType, unmade.status, after.status]).toEqual([200, 1, 200, 401])
  })

  test('409 for what someone already is, 404 for nobody, and owners stay owners', async () => {
    expect((await market.put('/dashboard/makeAdmin', { userID: admin.id }, owner)).status).toBe(409)
    expect((await market.put('/dashboard/unmakeAdmin', { userID: seller.id }, owner)).status).toBe(409)
    expect((await market.put('/dashboard/unmakeAdmin', { userID: owner.id }, owner)).status).toBe(409)
    expect((await market.put('/dashboard/makeAdmin', { userID: 'nobody' }, owner)).status).toBe(404)
    expect((await market.put('/dashboard/suspendUser', { userID: owner.id }, admin)).status).toBe(403)
    expect((await market.put('/dashboard/suspendUser', { userID: admin.id }, admin)).status).toBe(403)
    expect((await market.put('/dashboard/reinstateUser', { userID: seller.id }, admin)).status).toBe(409)
  })
})
