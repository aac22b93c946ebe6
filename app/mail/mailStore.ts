import type { Mailbox, MailboxThread } from '@portico/crm/work/mail/app/mailbox'
import { computed } from '@preact/signals'
import { call } from '../api/call.ts'
import { newInbox } from '../inbox/inboxStore.ts'
import { query } from '../shell/location.ts'
import { sendEach } from '../store/together.ts'
import { offerInverse } from '../store/undo.ts'
import { unreadMail } from '../store/unreadMail.ts'

export const FOLDERS = [
  ['inbox', 'Inbox'],
  ['sent', 'Sent'],
  ['drafts', 'Drafts'],
  ['archive', 'Archive'],
] as const
export type MailFolder = (typeof FOLDERS)[number][0]

export const folder = computed<MailFolder>(
  () => FOLDERS.find(([name]) => name === query.value.get('folder'))?.[0] ?? 'inbox',
)

export const inbox = newInbox<MailboxThread>({
  view: { folder: 'folder', text: 'text' },
  idOf: Number,
  async readPage(asked) {
    const { data, beside } = await call<Mailbox>(`GET /app/api/mailThreads?${asked}`)
    unreadMail.value = data.unread
    return { items: data.threads, nextCursor: beside.next_cursor ?? null }
  },
  readOne: async id =>
    Number.isSafeInteger(id) && id > 0
      ? (await call<Mailbox>(`GET /app/api/mailThreads?thread_id=${id}`)).data.threads[0]
      : undefined,
})

type ThreadChange = Partial<Pick<MailboxThread, 'read_flag' | 'archived_flag' | 'shared_flag' | 'deal_id' | 'lead_id'>>

function put({ id }: MailboxThread, body: ThreadChange): Promise<unknown> {
  return call(`PUT /v1/mailbox/mailThreads/${id}`, { body })
}

/** Whoever opens a thread has read it. Nothing that anybody would want to undo. */
export async function markRead(thread: MailboxThread, read_flag: 0 | 1): Promise<void> {
  if (thread.read_flag === read_flag) return
  if (thread.folders.includes('inbox')) unreadMail.value = Math.max(0, unreadMail.value + (read_flag ? -1 : 1))
  await inbox.change([{ id: thread.id, to: { read_flag } }], () => put(thread, { read_flag }))
}

export function archive(those: readonly MailboxThread[]): Promise<void> {
  const archived_flag = those.every(thread => thread.archived_flag) ? 0 : 1
  const text = `${archived_flag ? 'Archived' : 'Moved back'} ${nameOf(those)}`
  const send = () => sendEach(those, 'threads', '', thread => put(thread, { archived_flag }))
  const done = () =>
    offerInverse(text, async () => {
      for (const thread of those) await put(thread, { archived_flag: thread.archived_flag })
    })
  // Sent mail and drafts stay where they are.
  if (folder.value === 'inbox' || folder.value === 'archive') return inbox.leave(those, send, done)
  inbox.selection.clear()
  return inbox.change(
    those.map(({ id }) => ({ id, to: { archived_flag } })),
    send,
    done,
  )
}

export function remove(those: readonly MailboxThread[]): Promise<void> {
  return inbox.leave(those, () =>
    sendEach(those, 'threads', '', ({ id }) => call(`DELETE /v1/mailbox/mailThreads/${id}`)),
  )
}

/** Shares a thread or makes it private. */
export function shareThread(thread: MailboxThread, shared_flag: 0 | 1): Promise<void> {
  return inbox.change(
    [{ id: thread.id, to: { shared_flag } }],
    () => put(thread, { shared_flag }),
    () =>
      offerInverse(shared_flag ? 'It is shared now' : 'Only you see it now', () =>
        put(thread, { shared_flag: thread.shared_flag }),
      ),
  )
}

export type ThreadLink = Pick<MailboxThread, 'deal_id' | 'deal_title' | 'lead_id' | 'lead_title'>

/** Puts a thread on a deal or a lead, or takes it off. */
export function linkThread(thread: MailboxThread, to: ThreadLink, text: string): Promise<void> {
  return inbox.change(
    [{ id: thread.id, to }],
    () => put(thread, linkOf(to)),
    () => offerInverse(text, () => put(thread, linkOf(thread))),
  )
}

/** One of them is enough, and takes the other off. */
function linkOf({ deal_id, lead_id }: ThreadLink): ThreadChange {
  if (deal_id) return { deal_id }
  return lead_id ? { lead_id } : { deal_id: null, lead_id: null }
}

export function nameOf(those: readonly MailboxThread[]): string {
  return those.length === 1 ? `“${those[0]?.subject || 'No subject'}”` : `${those.length} threads`
}
