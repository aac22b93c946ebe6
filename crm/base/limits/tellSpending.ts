import type { Database } from '@portico/kit/database/database'
import type { Mail } from '@portico/kit/mail/openMail'
import { adminsOf } from './store.ts'

export const TELL_SPENDING = 'crm:tell-spending'

interface Spending {
  companyId: number
  day: string
  percent: number
  limit: number
}

/** The job that tells the admins of a company how its tokens of the day are going. */
export function tellSpendingTask(database: Database, mail: Mail, origin: string) {
  return async ({ companyId, day, percent, limit }: Spending): Promise<void> => {
    const admins = await database.read(sql => adminsOf(sql, companyId))
    const usedUp = percent >= 100
    for (const { id, email } of admins)
      await mail.send({
        to: email,
        subject: usedUp ? 'The API tokens of today are used up' : `${percent} % of the API tokens of today are used`,
        text: `Your integrations have used ${usedUp ? 'all' : `${percent} %`} of the ${limit} tokens your company has for ${day}.\n\n${usedUp ? 'Calls are refused with status 429 until' : 'When they are used up, calls are refused until'} midnight UTC.`,
        messageId: `<spending-${companyId}-${day}-${percent}-${id}@${new URL(origin).hostname}>`,
      })
  }
}
