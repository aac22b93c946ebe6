import { failure } from '@portico/kit/api/failure'
import { attempt, redirect, type Values } from '@portico/kit/http/forms'
import { isScope } from '../../base/access/scopes.ts'
import { uninstallOwn } from '../../company/oauth/uninstallOwn.ts'
import { endOtherOwnSessions, endOwnSession } from '../../company/sessions/endSessions.ts'
import { changeOwnPassword } from '../../company/signIn/setPassword.ts'
import { switchCompany } from '../../company/signIn/switchCompany.ts'
import { createToken, endToken, type MadeToken, regeneratePersonalToken } from '../../company/tokens/write.ts'
import { endCalendarAddress } from '../../work/calendarAddress/endAddress.ts'
import { write } from '../crmOf.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { page } from '../respond.tsx'
import { showAccount } from './accountPage.tsx'

/** One's own account: password, companies, sessions, tokens. */
export function accountPages(mount: Mount) {
  mount.memberGet('/app/account', pageRequest => showAccount(pageRequest))

  mount.memberPost('/app/account/password', async pageRequest => {
    const { services, call, actor } = pageRequest
    const { password = '', new_password: newPassword = '' } = await pageRequest.form()
    let cookie = ''
    const problem = await attempt(async () => {
      cookie = await changeOwnPassword(services, call, actor, { password, newPassword })
    })
    if (problem) return showAccount(pageRequest, { ...problem, form: 'password' })
    return redirect('/app/account?done=password', { 'set-cookie': cookie })
  })

  mount.memberPost('/app/account/company', async pageRequest => {
    const { services, call, actor } = pageRequest
    const companyId = Number((await pageRequest.form()).company_id)
    let cookie = ''
    const problem = await attempt(async () => {
      cookie = await services.database.write(sql => switchCompany(sql, services, call, actor, idOf(companyId)))
    })
    if (problem) return showAccount(pageRequest, { ...problem, field: undefined, form: 'other' })
    return redirect('/app/account?done=company', { 'set-cookie': cookie })
  })

  mount.memberPost('/app/account/sessions/end-others', async pageRequest => {
    await write(pageRequest, endOtherOwnSessions)
    return redirect('/app/account?done=endedothers')
  })

  mount.memberPost('/app/account/sessions/:id/end', async pageRequest => {
    await write(pageRequest, crm => endOwnSession(crm, idOf(pageRequest.param('id'))))
    return redirect('/app/account?done=ended')
  })

  mount.memberPost('/app/account/tokens', async pageRequest => {
    const values = await pageRequest.form()
    let made: MadeToken | undefined
    const problem = await attempt(async () => {
      made = await write(pageRequest, crm => createToken(crm, tokenInput(values, crm.now)))
    })
    if (made) return showToken(pageRequest, made)
    return showAccount(pageRequest, problem && { ...problem, form: 'token' })
  })

  mount.memberPost('/app/account/tokens/personal', async pageRequest =>
    showToken(pageRequest, await write(pageRequest, regeneratePersonalToken)),
  )

  mount.memberPost('/app/account/apps/:id/uninstall', async pageRequest => {
    const gone = await write(pageRequest, crm => uninstallOwn(crm, idOf(pageRequest.param('id'))))
    if (!gone) throw failure('missing', 'There is no such app')
    return redirect('/app/account?done=uninstalled')
  })

  mount.memberPost('/app/account/calendar-address/end', async pageRequest => {
    await write(pageRequest, endCalendarAddress)
    return redirect('/app/account?done=calendarended')
  })

  mount.memberPost('/app/account/tokens/:id/revoke', async pageRequest => {
    await write(pageRequest, crm => endToken(crm, idOf(pageRequest.param('id'))))
    return redirect('/app/account?done=revoked')
  })
}

/** 0 is the id of nothing. */
export function idOf(given: string | number): number {
  const id = Number(given)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

function tokenInput(values: Values, now: Date) {
  const name = (values.name ?? '').trim()
  if (!name) throw failure('invalid', 'Say what the token is for', { field: 'name' })
  const scopes = Object.keys(values).flatMap(field => {
    const scope = field.startsWith('scope:') ? field.slice('scope:'.length) : ''
    return isScope(scope) ? [scope] : []
  })
  const days = Number(values.days)
  return {
    name: name.slice(0, 255),
    scopes: scopes.length > 0 ? scopes : null,
    read_only: values.read_only === 'true',
    expires_time: days > 0 && days <= 3650 ? new Date(now.getTime() + days * 86_400_000).toISOString() : null,
  }
}

function showToken(pageRequest: MemberRequest, { token }: MadeToken): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Your new token' },
    <section class="panel">
      <h1>Your new token</h1>
      <p>Copy it now: it is not shown again.</p>
      <pre class="secret">
        <code>{token}</code>
      </pre>
      <p>
        <a class="button" href="/app/account">
          Done
        </a>
      </p>
    </section>,
  )
}
