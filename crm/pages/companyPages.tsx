import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { ProblemNote } from '@portico/kit/pages/field'
import { chooseCompany, companiesToChoose } from '../company/signIn/chooseCompany.ts'
import { endedStepCookie } from '../company/signIn/cookies.ts'
import { idOf } from './account/accountPages.tsx'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { page } from './respond.tsx'
import { safeNext } from './safeNext.ts'

/** The last step of signing in, for people of several companies who have worked in none of them yet. */
export function companyPages(mount: Mount) {
  mount.get('/login/company', pageRequest => showCompanies(pageRequest, pageRequest.query('next')))

  mount.post('/login/company', async pageRequest => {
    const { services, call } = pageRequest
    const { company_id: chosen = '', next = '' } = await pageRequest.form()
    let cookie = ''
    const problem = await attempt(async () => {
      cookie = await chooseCompany(services, call, idOf(chosen))
    })
    if (problem) return showCompanies(pageRequest, next, problem)
    const signedIn = redirect(safeNext(next), { 'set-cookie': cookie })
    signedIn.headers.append('set-cookie', endedStepCookie(services.origin))
    return signedIn
  })
}

async function showCompanies(pageRequest: PageRequest, next: string, problem?: Problem): Promise<Response> {
  const { services, call } = pageRequest
  const companies = await companiesToChoose(services, call)
  if (!companies) return redirect('/login?done=again', { 'set-cookie': endedStepCookie(services.origin) })
  return page(
    pageRequest,
    { title: 'Choose a company', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Choose a company</h1>
      <p>You belong to several. You can switch on your account page at any time.</p>
      <form method="post" action="/login/company" class="form">
        <ProblemNote problem={problem} />
        <input type="hidden" name="next" value={next} />
        {companies.map(({ id, name }, at) => (
          <button class="button" type="submit" name="company_id" value={String(id)} autofocus={at === 0}>
            {name}
          </button>
        ))}
      </form>
    </section>,
  )
}
