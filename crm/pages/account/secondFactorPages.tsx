import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { renderSVG } from 'uqr'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  secondFactorOf,
  type TurnedOn,
} from '../../company/signIn/secondFactor.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { page } from '../respond.tsx'
import { PasskeysSection } from './passkeys.tsx'

/** Turning codes of an app on and off. Open to those whose company demands them. */
export function secondFactorPages(mount: Mount) {
  mount.memberGet('/app/account/second-factor', pageRequest => showSecondFactor(pageRequest), 'always')

  mount.memberPost(
    '/app/account/second-factor/begin',
    async pageRequest => {
      const { services, call, actor } = pageRequest
      const { password = '' } = await pageRequest.form()
      const problem = await attempt(() => beginSecondFactor(services, call, actor, password))
      return problem ? showSecondFactor(pageRequest, problem) : redirect('/app/account/second-factor?step=code')
    },
    'always',
  )

  mount.memberPost(
    '/app/account/second-factor/confirm',
    async pageRequest => {
      const { services, call, actor } = pageRequest
      const { code = '' } = await pageRequest.form()
      let turnedOn: TurnedOn | undefined
      const problem = await attempt(async () => {
        turnedOn = await confirmSecondFactor(services, call, actor, code)
      })
      if (!turnedOn) return showSecondFactor(pageRequest, problem, 'code')
      return showRecoveryCodes(pageRequest, turnedOn.recoveryCodes, turnedOn.cookie)
    },
    'always',
  )

  mount.memberPost('/app/account/second-factor/off', async pageRequest => {
    const { services, call, actor } = pageRequest
    const { password = '' } = await pageRequest.form()
    let cookie = ''
    const problem = await attempt(async () => {
      cookie = await endSecondFactor(services, call, actor, password)
    })
    if (problem) return showSecondFactor(pageRequest, problem)
    return redirect('/app/account?done=factoroff', { 'set-cookie': cookie })
  })

  mount.memberPost('/app/account/second-factor/recovery-codes', async pageRequest => {
    const { services, call, actor } = pageRequest
    const { password = '' } = await pageRequest.form()
    let codes: string[] | undefined
    const problem = await attempt(async () => {
      codes = await renewRecoveryCodes(services, call, actor, password)
    })
    return codes ? showRecoveryCodes(pageRequest, codes) : showSecondFactor(pageRequest, problem)
  })
}

async function showSecondFactor(pageRequest: MemberRequest, problem?: Problem, step = pageRequest.query('step')) {
  const state = await secondFactorOf(pageRequest.services, pageRequest.actor.accountId)
  return page(
    pageRequest,
    { title: 'Second factor', status: problem?.status ?? 200, script: 'passkeys.js' },
    <>
      <h1>Second factor</h1>
      {pageRequest.actor.lacksSecondFactor && (
        <p class="flash" role="status">
          Your company asks everybody for a second factor. Set it up to go on.
        </p>
      )}
      {!problem?.field && <ProblemNote problem={problem} />}
      {contentOf(state, step, problem)}
      {pageRequest.actor.lacksSecondFactor && <PasskeysSection passkeys={[]} />}
    </>,
  )
}

function contentOf(state: SecondFactorState, step: string, problem: Problem | undefined) {
  if (state.isOn) return <TurnedOnSection problem={problem} />
  if (state.pending && step === 'code') return <ConfirmSection pending={state.pending} problem={problem} />
  return (
    <section class="panel">
      <p>After your password you will be asked for a code of an authenticator app on your phone.</p>
      <PasswordForm action="/app/account/second-factor/begin" text="Set it up" problem={problem} />
    </section>
  )
}

function ConfirmSection({
  pending,
  problem,
}: {
  pending: { secret: string; address: string }
  problem?: Problem | undefined
}) {
  const drawing = renderSVG(pending.address, { border: 2 })
  return (
    <section class="panel">
      <p>Scan this with your authenticator app, then enter the code it shows.</p>
      <img
        class="qr"
        alt="QR code for your authenticator app"
        width="220"
        height="220"
        src={`data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`}
      />
      <p>
        Or type this key into the app: <code class="key">{(pending.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <form method="post" action="/app/account/second-factor/confirm" class="form">
        <Field
          name="code"
          label="Code"
          inputmode="numeric"
          autocomplete="one-time-code"
          problem={problem}
          autofocus={!problem}
          maxlength={10}
        />
        <button class="button" type="submit">
          Turn on
        </button>
      </form>
    </section>
  )
}

function TurnedOnSection({ problem }: { problem: Problem | undefined }) {
  return (
    <section class="panel">
      <p>On: a code of your authenticator app is asked for after the password.</p>
      <form method="post" action="/app/account/second-factor/off" class="form">
        <Field name="password" label="Password" type="password" autocomplete="current-password" problem={problem} />
        <div class="row">
          <button class="button" type="submit" formaction="/app/account/second-factor/recovery-codes">
            Make new recovery codes
          </button>
          <button class="quiet" type="submit">
            Turn off
          </button>
        </div>
      </form>
    </section>
  )
}

function PasswordForm({ action, text, problem }: { action: string; text: string; problem: Problem | undefined }) {
  return (
    <form method="post" action={action} class="form">
      <Field
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        problem={problem}
        autofocus={!problem}
      />
      <button class="button" type="submit">
        {text}
      </button>
    </form>
  )
}

function showRecoveryCodes(pageRequest: MemberRequest, codes: readonly string[], cookie?: string): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Your recovery codes', headers: { ...(cookie && { 'set-cookie': cookie }) } },
    <section class="panel">
      <h1>Your recovery codes</h1>
      <p>Each works once in place of a code, should you lose your phone. Keep them safe: they are not shown again.</p>
      <pre class="secret">
        <code>{codes.join('\n')}</code>
      </pre>
      <p>
        <a class="button" href="/app/account">
          I have kept them
        </a>
      </p>
    </section>,
  )
}
