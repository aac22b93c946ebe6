import type { MailboxThread } from '@portico/crm/work/mail/app/mailbox'
import type { MailMessageV1 } from '@portico/crm/work/mail/v1/shape'
import { useSignal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { query, refine } from '../shell/location.ts'
import { useAnswer } from '../store/answer.ts'
import { AnswerForm } from './answerForm.tsx'
import { archive, inbox, markRead } from './mailStore.ts'
import { Message } from './message.tsx'
import { ThreadLink } from './threadLink.tsx'

/** The thread that is read. */
export function ThreadPane({ thread, remove }: { thread: MailboxThread | undefined; remove: () => void }) {
  if (!thread)
    return (
      <section class="inbox-pane" aria-label="Thread">
        <NoThread />
      </section>
    )
  return (
    <section class="inbox-pane" aria-label="Thread">
      <header>
        <button type="button" class="inbox-back" onClick={() => inbox.open(undefined)}>
          ← Mail
        </button>
        <h2>{thread.subject || 'No subject'}</h2>
        <div class="row">
          <button type="button" onClick={() => void archive([thread])}>
            {thread.archived_flag ? 'Move back' : 'Archive'} <kbd>E</kbd>
          </button>
          <button type="button" onClick={() => void markRead(thread, 0)}>
            Unread <kbd>U</kbd>
          </button>
          <button type="button" class="quiet danger" onClick={remove}>
            <Icon name="trash" /> <span class="hidden">Delete</span>
          </button>
        </div>
        <ThreadLink thread={thread} />
      </header>
      <Messages key={thread.id} thread={thread} />
    </section>
  )
}

function NoThread() {
  if (inbox.openId.value !== undefined && inbox.items.value)
    return (
      <div class="told">
        <h2>This thread cannot be shown</h2>
        <p>It may be deleted, or in the mailbox of somebody else.</p>
        <button type="button" onClick={() => inbox.open(undefined)}>
          Back to the mail
        </button>
      </div>
    )
  if (!inbox.items.value?.length) return null
  return (
    <div class="told">
      <p class="soft">
        <kbd>J</kbd> and <kbd>K</kbd> go through the threads, <kbd>E</kbd> archives one, <kbd>R</kbd> replies,{' '}
        <kbd>N</kbd> writes.
      </p>
    </div>
  )
}

function Messages({ thread }: { thread: MailboxThread }) {
  const { data, refusal, read } = useAnswer<MailMessageV1[]>(`/v1/mailbox/mailThreads/${thread.id}/mailMessages`, [
    'mail_thread',
    'mail_message',
  ])
  const drafted = useSignal<number | undefined>(undefined)
  if (refusal.value) return <p class="problem">{refusal.value}</p>
  if (!data.value) return <p class="loading">Loading …</p>
  const shown = data.value.filter(({ id }) => id !== drafted.value)
  const latest = shown.findLast(({ draft_flag }) => !draft_flag)
  const write = query.value.get('write') ?? ''
  // A thread that is nothing but a draft is there to be written on.
  const how = write || (latest ? '' : `draft-${data.value.at(-1)?.id}`)
  const done = () => {
    refine({ write: null })
    void Promise.all([read(), inbox.refresh()])
  }
  return (
    <>
      <ol class="messages">
        {shown.map(message => (
          <Message key={message.id} message={message} isOpen={message.id === latest?.id} again={read} />
        ))}
      </ol>
      {how ? (
        <AnswerForm
          key={how}
          how={how}
          latest={latest?.id}
          thread={thread}
          done={done}
          onDraft={id => (drafted.value = id)}
        />
      ) : (
        <div class="row">
          <button type="button" class="primary" onClick={() => refine({ write: 'reply' })}>
            Reply <kbd>R</kbd>
          </button>
          <button type="button" onClick={() => refine({ write: 'all' })}>
            Reply to all <kbd>A</kbd>
          </button>
        </div>
      )}
    </>
  )
}
