import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { query, refine } from '../shell/location.ts'
import { unreadMail } from '../store/unreadMail.ts'
import { AccountStates } from './accountStates.tsx'
import { FOLDERS, folder } from './mailStore.ts'

/** Long enough for the next letter to come. */
const TYPING_MS = 250

/** Which threads are listed; all of it is in the address. Beside it how the mailboxes are. */
export function MailBar() {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = (text: string) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => refine({ text: text.trim() || null, open: null }), TYPING_MS)
  }
  return (
    <header class="bar">
      <nav class="switch" aria-label="Folders">
        {FOLDERS.map(([name, label]) => (
          <a
            key={name}
            href={name === 'inbox' ? '/app/mail' : `/app/mail?folder=${name}`}
            aria-current={folder.value === name ? 'page' : undefined}
          >
            {label}
            {name === 'inbox' && unreadMail.value > 0 && <span class="count"> {unreadMail.value}</span>}
          </a>
        ))}
      </nav>
      <input
        ref={input}
        type="search"
        aria-label="Find in this folder"
        placeholder="Subject, name, address"
        maxLength={100}
        defaultValue={query.value.get('text') ?? ''}
        onInput={event => look(event.currentTarget.value)}
      />
      <AccountStates />
      <button
        type="button"
        class="primary bar-end"
        onClick={() => refine({ write: 'new', open: null }, { replace: false })}
      >
        <Icon name="plus" /> Write
      </button>
    </header>
  )
}
