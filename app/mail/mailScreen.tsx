import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { InboxList, inboxKeys } from '../inbox/inboxList.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FormButtons } from '../parts/formButtons.tsx'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { MailBar } from './mailBar.tsx'
import { archive, folder, inbox, markRead, nameOf, remove } from './mailStore.ts'
import { NoMail } from './noMail.tsx'
import { ThreadPane } from './threadPane.tsx'
import { ThreadRow } from './threadRow.tsx'
import { WritePane } from './writePane.tsx'

/** One's mailbox: folders, threads as a list, and the one that is read or written beside it. */
export function Mail() {
  const isRemoving = useSignal(false)
  const thread = inbox.openItem.value
  const write = query.value.get('write') ?? ''
  const isWritingNew = write === 'new'
  useEffect(() => void inbox.show().catch(tellProblem), [inbox.viewQuery.value])
  useEffect(() => void inbox.readApart().catch(tellProblem), [inbox.openId.value])
  useEffect(() => onChanges(['mail_thread', 'mail_message', 'deal', 'lead'], inbox.refresh), [])
  useEffect(() => {
    if (thread) void markRead(thread, 1)
  }, [thread?.id])
  useKeys(
    'Mail',
    useMailKeys(() => (isRemoving.value = inbox.actedOn().length > 0)),
  )
  return (
    <div class="inbox mail" data-open={inbox.openId.value !== undefined || isWritingNew}>
      <h1 class="hidden">Mail</h1>
      <MailBar />
      <div class="inbox-body">
        <InboxList
          inbox={inbox}
          label="Threads"
          row={(each, top) => <ThreadRow key={each.id} thread={each} top={top} />}
          empty={<NoMail />}
        />
        {isWritingNew ? <WritePane /> : <ThreadPane thread={thread} remove={() => (isRemoving.value = true)} />}
      </div>
      <MailBulkBar remove={() => (isRemoving.value = true)} />
      {isRemoving.value && <RemoveDialog close={() => (isRemoving.value = false)} />}
    </div>
  )
}

function useMailKeys(askRemove: () => void) {
  return useMemo(() => {
    const answer = (how: 'reply' | 'all') => () => {
      if (inbox.openItem.value) refine({ write: how })
    }
    return [
      ...inboxKeys(inbox, 'thread').map(binding =>
        binding.keys === 'Escape' ? { ...binding, run: leaveOneStep } : binding,
      ),
      { keys: 'e', text: 'Archive, or move back to the inbox', run: () => actOnThose(archive) },
      { keys: 'r', text: 'Reply', run: answer('reply') },
      { keys: 'a', text: 'Reply to all', run: answer('all') },
      { keys: 'n', text: 'Write a message', run: () => refine({ write: 'new', open: null }, { replace: false }) },
      {
        keys: 'u',
        text: 'Mark as unread',
        run: () => inbox.openItem.value && void markRead(inbox.openItem.value, 0),
      },
      { keys: 'Delete', text: 'Delete', run: askRemove },
      ...(['inbox', 'sent', 'drafts', 'archive'] as const).map((name, nr) => ({
        keys: String(nr + 1),
        text: `Go to ${name === 'archive' ? 'the archive' : name}`,
        run: () => refine({ folder: name === 'inbox' ? null : name, open: null, write: null }),
      })),
    ]
  }, [])
}

function leaveOneStep(): void {
  if (inbox.selection.selected.value.size > 0) inbox.selection.clear()
  else if (query.value.has('write')) refine({ write: null })
  else inbox.open(undefined)
}

function actOnThose(act: (those: ReturnType<typeof inbox.actedOn>) => Promise<void>): void {
  const those = inbox.actedOn()
  if (those.length > 0) void act(those)
}

/** What can be done with all selected threads at once. */
function MailBulkBar({ remove: ask }: { remove: () => void }) {
  if (inbox.selection.selected.value.size === 0) return null
  return (
    <div class="bulk-bar" role="toolbar" aria-label="Selected threads">
      <strong>{inbox.actedOn().length} selected</strong>
      <button type="button" onClick={() => actOnThose(archive)}>
        {folder.value === 'archive' ? 'Move back' : 'Archive'}
      </button>
      <button type="button" class="danger" onClick={ask}>
        Delete
      </button>
      <button type="button" class="quiet" onClick={inbox.selection.clear}>
        Clear
      </button>
    </div>
  )
}

/** Deleted mail cannot be brought back from here, so it is asked for. */
function RemoveDialog({ close }: { close: () => void }) {
  const those = inbox.actedOn()
  return (
    <Dialog title={`Delete ${nameOf(those)}?`} close={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          close()
          void remove(those)
        }}
      >
        <p>
          All messages and files {those.length === 1 ? 'of it' : 'of them'} are deleted here, also for those who see
          them on a deal. What is on your mail server stays there. There is no undo: archive what you may need again.
        </p>
        <FormButtons label="Delete" close={close} />
      </form>
    </Dialog>
  )
}
