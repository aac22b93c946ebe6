import { isFailure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { readAs } from '../../base/api/jobContext.ts'
import { type ClaimedReminder, claimMails, findLetter, type Letter, remindersToMail } from './store.ts'

export const REMIND = 'crm:remind'
export const SEND_REMINDER = 'crm:send-reminder'

/** The timetable knows minutes: every run of it has two more follow, so that nobody waits for longer than this. */
const AGAIN_AFTER_MS = [20_000, 40_000]
/** Mail that could not be sent so long after the activity was due helps nobody. */
const LATEST_MS = 60 * 60_000
const ATTEMPTS = 5

/** Looks which reminders are to be mailed now and writes a job for each, in the transaction that marks it as mailed. */
export function remindTask({ database }: Pick<CrmServices, 'database'>, now = () => new Date()) {
  return async ({ isFollowUp = false }: { isFollowUp?: boolean }): Promise<void> => {
    if (!isFollowUp) await database.write(sql => Promise.all(AGAIN_AFTER_MS.map(ms => again(sql, now(), ms))))
    let claimed: number
    do {
      claimed = 0
      for (const due of await database.read(sql => remindersToMail(sql, now())))
        claimed += await database.write(async sql => {
          const reminders = await claimMails(sql, due, now())
          for (const reminder of reminders) await addJob(sql, SEND_REMINDER, reminder, { maxAttempts: ATTEMPTS })
          return reminders.length
        })
    } while (claimed > 0)
  }
}

function again(sql: Parameters<typeof addJob>[0], now: Date, ms: number): Promise<void> {
  return addJob(
    sql,
    REMIND,
    { isFollowUp: true },
    { runAt: new Date(now.getTime() + ms), key: `${REMIND}:${ms}`, maxAttempts: 1 },
  )
}

/**
 * Sends the mail of one reminder, unless the activity is done or elsewhere by now. A run that ends between sending and
 * saying so makes the mail leave again under the same id, which mail systems show once.
 */
export function sendReminderTask(services: CrmServices, mail: Mail, now = () => new Date()) {
  return async ({ companyId, activityId, userId, dueTime }: ClaimedReminder): Promise<void> => {
    if (now().getTime() > Date.parse(dueTime) + LATEST_MS) return
    const letter = await readAs(services, { companyId, userId, requestId: '' }, crm =>
      findLetter(crm, activityId, dueTime),
    ).catch(error => {
      // Whoever was switched off meanwhile is reminded of nothing.
      if (isFailure(error) && error.code === 'unauthenticated') return undefined
      throw error
    })
    if (!letter) return
    const host = new URL(services.origin).hostname
    await mail.send({
      to: letter.email,
      subject: `${timeOf(letter)} ${letter.subject}`.replace(/\s+/g, ' '),
      text: textOf(letter, services.origin),
      messageId: `<reminder-${companyId}-${activityId}-${Date.parse(dueTime)}@${host}>`,
    })
  }
}

function textOf(letter: Letter, origin: string): string {
  const { subject, due_time, timezone_name, deal_id, deal_title } = letter
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone_name, dateStyle: 'short' }).format(due_time)
  return [
    `${subject}\n${wholeTime(letter)}`,
    ...(deal_id && deal_title ? [`${deal_title}\n${origin}/app/deals/${deal_id}`] : []),
    `Your day: ${origin}/app/activities/calendar?view=day&day=${day}`,
    `You get this because you are reminded of your activities by mail. Switch it off at ${origin}/app/activities?pane=reminders`,
  ].join('\n\n')
}

function timeOf({ due_time, timezone_name }: Letter): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: timezone_name, timeStyle: 'short' }).format(due_time)
}

function wholeTime({ due_time, timezone_name }: Letter): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone_name, dateStyle: 'full', timeStyle: 'short' })
  return `${format.format(due_time)} (${timezone_name})`
}
