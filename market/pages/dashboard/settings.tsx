import { failure } from '@portico/kit/api/failure'
import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Check, Field, ProblemNote, TextArea } from '@portico/kit/pages/field'
import { changeSettings, getSettings, type ShownSettings } from '../../dashboard/settings.ts'
import { deactivateBooks } from '../../dashboard/unlistOld.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { dashboardPage } from './frame.tsx'

export function settingsPages(mount: Mount) {
  mount.memberGet('/market/dashboard/settings', pageRequest => showSettings(pageRequest), 'admin')

  mount.memberPost(
    '/market/dashboard/settings',
    async pageRequest => {
      const values = await pageRequest.form()
      const problem = await attempt(() => pageRequest.run(changeSettings, { body: bodyOf(values) }))
      return problem ? showSettings(pageRequest, values, problem) : redirect('/market/dashboard/settings?done=saved')
    },
    'owner',
  )

  mount.memberPost(
    '/market/dashboard/unlist',
    async pageRequest => {
      const { unlisted } = await pageRequest.run<{ unlisted: number }>(deactivateBooks)
      return redirect(`/market/dashboard/settings?unlisted=${unlisted}`)
    },
    'owner',
  )
}

/** Unlike elsewhere, an empty text is a value here. */
function bodyOf(values: Values): Record<string, unknown> {
  return {
    feePercent: values.feePercent,
    priceCap: values.priceCap,
    unlistDays: values.unlistDays,
    warnDays: values.warnDays,
    dropOffDays: values.dropOffDays,
    autoUnlist: values.autoUnlist === 'true',
    anyEdu: values.anyEdu === 'true',
    coursePattern: values.coursePattern || ' ',
    staffAddress: values.staffAddress || ' ',
    universities: readUniversities(values.universities ?? ''),
  }
}

/** One line each: `University of Rochester: rochester.edu, u.rochester.edu`. */
function readUniversities(text: string) {
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(Boolean).map(line => {
    const colon = line.lastIndexOf(':')
    if (colon < 1) throw failure('invalid', `“${line}” needs a colon before its domains`, { field: 'universities' })
    const domains = line
      .slice(colon + 1)
      .toLowerCase()
      .split(/[\s,]+/)
    return { name: line.slice(0, colon).trim(), domains: domains.filter(Boolean) }
  })
}

async function showSettings(pageRequest: MemberRequest, given?: Values, problem?: Problem): Promise<Response> {
  const { settings } = await pageRequest.run<{ settings: ShownSettings }>(getSettings)
  const values = given ?? valuesOf(settings)
  const isOwner = pageRequest.me.permissionType === 2
  const unlisted = pageRequest.query('unlisted')
  return dashboardPage(
    pageRequest,
    { title: 'Settings', here: 'settings', status: problem?.status },
    <div class="two-panels">
      <form method="post" action="/market/dashboard/settings" class="form panel">
        <ProblemNote problem={problem} />
        {!isOwner && <p class="hint">Only the owner can change these.</p>}
        <fieldset disabled={!isOwner}>
          <legend class="hidden">Settings of the market</legend>
          <SettingFields values={values} problem={problem} />
          {isOwner && (
            <button class="button" type="submit">
              Save settings
            </button>
          )}
        </fieldset>
      </form>
      <section class="panel">
        <h2>Unlist old books</h2>
        <p>Takes every book off the list that was not renewed for {settings.unlistDays} days, and mails its owner.</p>
        {/^\d+$/.test(unlisted) && (
          <p class="flash" role="status">
            {unlisted === '1' ? 'One book was unlisted.' : `${unlisted} books were unlisted.`}
          </p>
        )}
        {isOwner && (
          <form method="post" action="/market/dashboard/unlist">
            <button class="button quiet" type="submit">
              Unlist now
            </button>
          </form>
        )}
      </section>
    </div>,
  )
}

function SettingFields({ values, problem }: { values: Values; problem: Problem | undefined }) {
  const field = (name: string, label: string, hint?: string) => (
    <Field name={name} label={label} value={values[name]} problem={problem} hint={hint} inputmode="decimal" />
  )
  return (
    <>
      <div class="columns">
        {field('feePercent', 'Fee in percent')}
        {field('priceCap', 'Highest price in dollars')}
      </div>
      <div class="columns">
        {field('unlistDays', 'Unlist after days')}
        {field('warnDays', 'Warn days before')}
      </div>
      {field('dropOffDays', 'Days to drop off', 'A reminder after these, the end of the sale after as many again')}
      <Check
        name="autoUnlist"
        label="Unlist old books by itself, after a warning"
        checked={values.autoUnlist === 'true'}
      />
      <Field
        name="coursePattern"
        label="Course pattern"
        value={values.coursePattern}
        problem={problem}
        required={false}
        hint="A is a letter, 9 a digit: AAA 999, AAAA 999. Empty: any course"
      />
      <Check name="anyEdu" label="Every .edu address may sign up" checked={values.anyEdu === 'true'} />
      <TextArea
        name="universities"
        label="Universities"
        value={values.universities}
        problem={problem}
        hint="One on a line, with its mail domains: Campus University: campus.edu, mail.campus.edu"
      />
      <Field
        name="staffAddress"
        label="Staff mail to"
        type="email"
        value={values.staffAddress}
        problem={problem}
        required={false}
        hint="Empty: to every admin and owner"
      />
    </>
  )
}

function valuesOf(settings: ShownSettings): Values {
  return {
    feePercent: String(settings.feePercent),
    priceCap: String(settings.priceCap),
    unlistDays: String(settings.unlistDays),
    warnDays: String(settings.warnDays),
    dropOffDays: String(settings.dropOffDays),
    autoUnlist: String(settings.autoUnlist),
    anyEdu: String(settings.anyEdu),
    coursePattern: settings.coursePattern,
    staffAddress: settings.staffAddress,
    universities: settings.universities.map(({ name, domains }) => `${name}: ${domains.join(', ')}`).join('\n'),
  }
}
