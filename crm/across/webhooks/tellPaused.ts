import { addJob } from '@portico/kit/jobs/jobs'
import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { type LeasedWebhook, pauseWebhook } from './leaseStore.ts'
import { findPaused } from './pausedStore.ts'

export const TELL_PAUSED = 'crm:tell-webhook-paused'

export const HOPELESS = 'No delivery has succeeded for three days'
export const USER_IS_GONE = 'Its user is switched off'

interface Paused {
  companyId: number
  webhookId: number
  reason: string
  time: string
}

/** Pauses a webhook instead of removing it, and has its owner told; false when another process works for it by now. */
export async function pauseAndTell(
  { services, holder, now }: { services: CrmServices; holder: string; now(): Date },
  webhook: Pick<LeasedWebhook, 'companyId' | 'id'>,
  reason: string,
): Promise<boolean> {
  const time = now()
  return services.database.write(async sql => {
    if (!(await pauseWebhook(sql, webhook, holder, { reason, now: time }))) return false
    const paused: Paused = {
      companyId: webhook.companyId,
      webhookId: webhook.id,
      reason,
      time: time.toISOString(),
    }
    await addJob(sql, TELL_PAUSED, paused)
    return true
  })
}

/** The job that tells the owner of a webhook that it was paused, and how it goes on. */
export function tellPausedTask({ database, origin }: CrmServices, mail: Mail) {
  return async ({ companyId, webhookId, reason, time }: Paused): Promise<void> => {
    const paused = await database.read(sql => findPaused(sql, companyId, webhookId))
    // Deleted or resumed since, or made by somebody who is gone as well.
    if (!paused) return
    await mail.send({
      to: paused.email,
      subject: `The webhook "${paused.name}" is paused`,
      text: [
        `The webhook "${paused.name}" (number ${webhookId}), which sends to ${paused.subscription_url}, is paused since ${time}.`,
        `${reason}. The last status was ${paused.last_http_status ?? 'no answer at all'}.`,
        'Nothing is lost: what has happened since is kept for 30 days and sent when you resume it:',
        `PATCH ${origin}/api/v2/webhooks/${webhookId} with {"status": "active"}.`,
      ].join('\n\n'),
      messageId: `<webhook-paused-${companyId}-${webhookId}-${Date.parse(time)}@${new URL(origin).hostname}>`,
    })
  }
}
