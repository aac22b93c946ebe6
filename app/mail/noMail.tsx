import { query, refine } from '../shell/location.ts'
import { accounts } from './accounts.ts'
import { folder } from './mailStore.ts'

/** What an empty folder says: what to do next. */
export function NoMail() {
  if (query.value.has('text'))
    return (
      <div class="told">
        <h2>No thread has these words</h2>
        <p>Subjects, names, addresses and the beginnings of messages of this folder were looked at.</p>
        <button type="button" onClick={() => refine({ text: null })}>
          Show all threads
        </button>
      </div>
    )
  if (folder.value === 'archive')
    return (
      <div class="told">
        <h2>Nothing is archived</h2>
        <p>
          <kbd>E</kbd> archives the thread that is open.
        </p>
      </div>
    )
  if (folder.value !== 'inbox')
    return (
      <div class="told">
        <h2>{folder.value === 'sent' ? 'Nothing was sent yet' : 'No drafts'}</h2>
        <p>
          <kbd>N</kbd> writes a message. What you have not sent is kept among the drafts.
        </p>
      </div>
    )
  return accounts.value?.length ? (
    <div class="told">
      <h2>Your inbox is empty</h2>
      <p>What comes to your mailboxes and to the address of your company appears here by itself.</p>
    </div>
  ) : (
    <div class="told">
      <h2>No mail yet</h2>
      <p>Have your mailbox read, or send copies of mail to the address of your company.</p>
      <a class="primary" href="/app/settings/mail">
        Add your mailbox
      </a>
    </div>
  )
}
