import type { Operation } from '@portico/kit/api/operation'
import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import type { Market } from '../../api/context.ts'
import type { People } from '../../dashboard/peopleWire.ts'
import { getSpecificUser, getUsers, makeAdmin, reinstateUser, suspendUser, unmakeAdmin } from '../../dashboard/users.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { day, money } from '../parts/book.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Older, partOf } from '../parts/part.tsx'
import { dashboardPage } from './frame.tsx'

type Person = Static<typeof People>['users'][number]

const ROLES = ['User', 'Admin', 'Owner']
const ROWS = 50

const CHANGES: readonly [string, Operation<Market>, string][] = [
  ['make-admin', makeAdmin, 'role'],
  ['unmake-admin', unmakeAdmin, 'role'],
  ['suspend', suspendUser, 'suspended'],
  ['reinstate', reinstateUser, 'reinstated'],
]

export function usersPages(mount: Mount) {
  mount.memberGet('/market/dashboard/users', pageRequest => showUsers(pageRequest), 'admin')

  for (const [path, operation, done] of CHANGES)
    mount.memberPost(
      `/market/dashboard/users/:id/${path}`,
      async pageRequest => {
        const problem = await attempt(() => pageRequest.run(operation, { body: { userID: pageRequest.param('id') } }))
        return problem ? showUsers(pageRequest, problem) : redirect(`/market/dashboard/users?done=${done}`)
      },
      'admin',
    )
}

async function showUsers(pageRequest: MemberRequest, problem?: Problem): Promise<Response> {
  const email = pageRequest.query('email').trim()
  const part = partOf(pageRequest, ROWS)
  const { users } = email
    ? await pageRequest.run<{ users: Person[] }>(getSpecificUser, { query: { email, ...part } })
    : await pageRequest.run<{ users: Person[] }>(getUsers, { query: { ...part } })
  return dashboardPage(
    pageRequest,
    { title: 'Users', here: 'users', status: problem?.status },
    <>
      <Refused problem={problem} />
      <form method="get" action="/market/dashboard/users" class="inline-form">
        <label for="find-email">E-mail contains</label>
        <input id="find-email" type="search" name="email" value={email} />
        <button class="button small" type="submit">
          Find
        </button>
      </form>
      <Table users={users} me={pageRequest.me.permissionType} />
      <Older pageRequest={pageRequest} path="/market/dashboard/users" part={part} shown={users.length} text="More" />
    </>,
  )
}

function Table({ users, me }: { users: Person[]; me: number }) {
  if (users.length === 0) return <p class="empty-line">Nobody found.</p>
  return (
    <section class="scroll" tabindex={0} aria-label="Users">
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
            <th scope="col" class="number">
              Sold
            </th>
            <th scope="col" class="number">
              Bought
            </th>
            <th scope="col" class="number">
              Earned
            </th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map(user => (
            <tr>
              <td class="stack-title">
                {user.firstName} {user.lastName}
                <span class="hint">{user.emailAddress}</span>
              </td>
              <td data-label="Role">
                {ROLES[user.permissionType]} {user.suspended && <span class="tag status-5">Suspended</span>}
              </td>
              <td class="day" data-label="Since">
                {day(user.createdDate)}
              </td>
              <td class="number" data-label="Sold">
                {user.numberOfBooksSold}
              </td>
              <td class="number" data-label="Bought">
                {user.numberOfBooksBought}
              </td>
              <td class="number" data-label="Earned">
                {money(user.moneyMade)}
              </td>
              <td class="stack-actions">
                <Changes user={user} me={me} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Changes({ user, me }: { user: Person; me: number }) {
  const path = `/market/dashboard/users/${user._id}`
  const about = `${user.firstName} ${user.lastName}`
  return (
    <div class="row-actions">
      {me === 2 && user.permissionType === 0 && !user.suspended && (
        <Confirm action={`${path}/make-admin`} text="Make admin" about={about}>
          <p>{`Make ${about} an admin?`}</p>
        </Confirm>
      )}
      {me === 2 && user.permissionType === 1 && (
        <Confirm action={`${path}/unmake-admin`} text="Remove admin" about={about}>
          <p>{`Take the role from ${about}?`}</p>
        </Confirm>
      )}
      {user.permissionType < me &&
        (user.suspended ? (
          <Confirm action={`${path}/reinstate`} text="Reinstate" about={about}>
            <p>{`Let ${about} in again?`}</p>
          </Confirm>
        ) : (
          <Confirm action={`${path}/suspend`} text="Suspend" about={about}>
            <p>{`Lock ${about} out?`}</p>
          </Confirm>
        ))}
    </div>
  )
}
