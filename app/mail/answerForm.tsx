import type { MailAnswer } from '@portico/crm/work/mail/app/answer'
import type { MailboxThread } from '@portico/crm/work/mail/app/mailbox'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { peopleText } from './addresses.ts'
import type { LetterStart } from './letter.ts'
import { LetterForm } from './letterForm.tsx'

interface Props {
  /** `reply` and `all` answer the latest message, `draft-7` goes on with a draft. */
  how: string
  latest: number | undefined
  thread: MailboxThread
  done: () => void
  onDraft: (id: number | undefined) => void
}

export function AnswerForm({ how, latest, thread, done, onDraft }: Props) {
  const start = useSignal<LetterStart | undefined>(undefined)
  useEffect(() => {
    void startOf(how, latest, thread).then(found => {
      start.value = found
    }, tellProblem)
  }, [])
  if (!start.value) return null
  return <LetterForm start={start.value} done={done} isFocused onDraft={onDraft} />
}

async function startOf(
  how: string,
  latest: number | undefined,
  thread: MailboxThread,
): Promise<LetterStart | undefined> {
  const link = thread.deal_id ? { deal_id: thread.deal_id } : {}
  const draftId = Number(/^draft-(\d+)$/.exec(how)?.[1])
  if (draftId) return { key: `letter/draft-${draftId}`, letter: {}, draftId, link }
  if (latest === undefined) return undefined
  const { data } = await call<MailAnswer>(`GET /app/api/mailMessages/${latest}/answer`)
  return {
    key: `letter/${how}-${latest}`,
    letter: {
      to: peopleText(data.to),
      cc: how === 'all' ? peopleText(data.others) : '',
      subject: data.subject,
      text: quotation(data.quoted),
    },
    answers: latest,
    link,
  }
}

/** What is answered, below where the answer is written, as mail programs quote it. */
function quotation({ who, time, text }: MailAnswer['quoted']): string {
  if (text === '') return ''
  const when = new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const lines = text.split('\n').map(line => (line === '' ? '>' : `> ${line}`))
  return `\n\n${when}, ${who}:\n${lines.join('\n')}`
}
