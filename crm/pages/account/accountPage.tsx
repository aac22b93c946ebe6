import type { Problem } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { listInstalledApps } from '../../company/oauth/appStore.ts'
import { listSessions } from '../../company/sessions/store.ts'
import { findPersonHere, listCompaniesOf } from '../../company/signIn/companyStore.ts'
import { listPasskeys } from '../../company/signIn/passkeyStore.ts'
import { secondFactorOf } from '../../company/signIn/secondFactor.ts'
import { listTokens } from '../../company/tokens/store.ts'
import { findCalendarAddress } from '../../work/calendarAddress/store.ts'
import type { MemberRequest } from '../mount.tsx'
import { page } from '../respond.tsx'
import { AppsSection } from './apps.tsx'
import { CalendarAddressSection } from './calendarAddress.tsx'
import { PasskeysSection } from './passkeys.tsx'
import { SessionsSection } from './sessions.tsx'
import { TokensSection } from './tokens.tsx'

/** A problem of one of the forms on the page. */
export interface FormProblem extends Problem {
  form: 'password' | 'token' | 'other'
}

/** Everything about one's own account; `problem` belongs to the form that was just sent. */
export async function showAccount(pageRequest: MemberRequest, problem?: FormProblem): Promise<Response> {
  const { services, actor } = pageRequest
  const { companyId, userId, accountId } = actor
  const [person, companies, sessions, tokens, passkeys, apps, calendar] = await services.database.read(async sql => [
    await findPersonHere(sql, companyId, userId),
    await listCompaniesOf(sql, accountId),
    await listSessions(sql, accountId),
    await listTokens(sql, companyId, userId),
    await listPasskeys(sql, accountId),
    await listInstalledApps(sql, companyId, userId),
    await findCalendarAddress(sql, companyId, userId),
  ])
  const secondFactor = await secondFactorOf(services, accountId)
  const company = companies.find(({ id }) => id === companyId)
  const of = (form: FormProblem['form']) => (problem?.form === form ? problem : undefined)
  return page(
    pageRequest,
    { title: 'Your account', status: problem?.status ?? 200, wide: true, script: 'passkeys.js' },
    <>
      <h1>Your account</h1>
      <ProblemNote problem={of('other')} />
      <section class="panel" aria-labelledby="h-person">
        <h2 id="h-person">{person.name}</h2>
        <p>
          {person.email}
          {company && ` · ${company.name}`}
        </p>
        {companies.length > 1 && (
          <form method="post" action="/app/account/company" class="row">
            <label for="f-company_id">Company</label>
            <select id="f-company_id" name="company_id">
              {companies.map(({ id, name }) => (
                <option value={String(id)} selected={id === companyId}>
                  {name}
                </option>
              ))}
            </select>
            <button class="quiet" type="submit">
              Switch
            </button>
          </form>
        )}
      </section>
      <PasswordSection problem={of('password')} />
      <section class="panel" aria-labelledby="h-factor">
        <h2 id="h-factor">Second factor</h2>
        <p>
          {secondFactor.isOn
            ? `On: a code of your authenticator app is asked for after the password. ${secondFactor.recoveryCodes} recovery codes are left.`
            : 'Off: your password alone opens this account.'}
        </p>
        <p>
          <a class="quiet" href="/app/account/second-factor">
            {secondFactor.isOn ? 'Change' : 'Set up'}
          </a>
        </p>
      </section>
      <PasskeysSection passkeys={passkeys} />
      <SessionsSection sessions={sessions} credential={actor.credential} />
      <AppsSection apps={apps} />
      {calendar && <CalendarAddressSection address={calendar} />}
      <TokensSection tokens={tokens} problem={of('token')} />
    </>,
  )
}

function PasswordSection({ problem }: { problem: Problem | undefined }) {
  return (
    <section class="panel" aria-labelledby="h-password">
      <h2 id="h-password">Password</h2>
      <form method="post" action="/app/account/password" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <Field
          name="password"
          label="Present password"
          type="password"
          autocomplete="current-password"
          problem={problem}
        />
        <Field
          name="new_password"
          label="New password"
          type="password"
          autocomplete="new-password"
          problem={problem}
          hint="At least 8 characters. You will be logged out everywhere else."
        />
        <div>
          <button class="button" type="submit">
            Change password
          </button>
        </div>
      </form>
    </section>
  )
}
