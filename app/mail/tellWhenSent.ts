import type { WrittenMessage } from '@portico/crm/work/mail/app/shape'
import { call } from '../api/call.ts'
import { tell } from '../shell/toasts.ts'
import { session } from '../store/company.ts'

const EVERY_MS = 500
const MOST_TIMES = 12

/** Says how it went: a message leaves a moment after it was written. */
export async function tellWhenSent(id: number): Promise<void> {
  for (let times = 0; times < MOST_TIMES; times++) {
    const { data } = await call<WrittenMessage>(`GET /app/api/mailMessages/${id}`)
    if (data.send_state === 'sent') return void tell(session.value.mail === 'sent' ? 'Message sent' : 'Message kept')
    if (data.send_state === 'failed') throw new Error(`The message could not be sent: ${data.send_error}`)
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
  tell('The message is on its way')
}
