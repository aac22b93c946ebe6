import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { DropArea } from '../parts/dropArea.tsx'
import { Icon } from '../parts/icon.tsx'
import { RecordChoice } from '../parts/recordChoice.tsx'
import { tell, tellProblem } from '../shell/toasts.ts'
import { session } from '../store/company.ts'
import { Attached, StoredFiles } from './attachedFiles.tsx'
import { type Letter, type LetterStart, type LetterStore, openLetter } from './letter.ts'
import { TemplateChoice } from './templateChoice.tsx'

interface Props {
  start: LetterStart
  /** Told when it was sent, thrown away or left among the drafts. */
  done: (how: 'sent' | 'discarded' | 'closed', letter: Letter) => void
  /** Has the focus at once. */
  isFocused?: boolean
  /** Told of the draft that the form stands for, so that nothing else shows it. */
  onDraft?: (id: number | undefined) => void
}

/** Where a message is written: kept while one types, in this browser at once and as a draft a moment later. */
export function LetterForm({ start, done, isFocused = false, onDraft }: Props) {
  const store = useSignal<LetterStore | undefined>(undefined)
  useEffect(() => {
    void openLetter(start).then(opened => {
      store.value = opened
    }, tellProblem)
  }, [start.key])
  const opened = store.value
  useEffect(() => {
    onDraft?.(opened?.draftId.value)
    return () => onDraft?.(undefined)
  }, [opened?.draftId.value])
  if (!opened) return <p class="loading">Loading …</p>
  return <OpenLetter store={opened} start={start} done={done} isFocused={isFocused} />
}

function OpenLetter({ store, start, done, isFocused = false }: Omit<Props, 'onDraft'> & { store: LetterStore }) {
  const { letter, state } = store
  const form = useRef<HTMLFormElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const hasBcc = useSignal(letter.value.bcc !== '')
  useEffect(() => {
    if (!isFocused) return
    const empty = letter.value.to ? 'textarea' : 'input'
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(empty)
    field?.focus()
    // An answer is written above what it quotes.
    field?.setSelectionRange(0, 0)
    field?.scrollTo(0, 0)
  }, [])
  const typed = (name: 'to' | 'cc' | 'bcc' | 'subject' | 'text') => ({
    name,
    value: letter.value[name],
    autocomplete: 'off',
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      store.change({ [name]: event.currentTarget.value }),
  })
  async function send(event: Event) {
    event.preventDefault()
    const sent = letter.value
    if (form.current?.reportValidity() && (await store.send())) done('sent', sent)
  }
  const leave = (how: 'discarded' | 'closed') => async () => {
    try {
      await (how === 'discarded' ? store.discard() : store.close())
      if (how === 'closed' && store.draftId.value !== undefined) tell('Kept among your drafts')
      done(how, letter.value)
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <DropArea class="letter" drop={files => void store.attach(files)}>
      <form
        ref={form}
        onSubmit={send}
        onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void send(event)}
      >
        <NotSent />
        <label>
          To <input {...typed('to')} placeholder="Several with commas" required maxLength={4000} />
        </label>
        <div class="letter-more">
          <RecordChoice
            key={letter.value.to}
            label="Find a person to add"
            types={['person']}
            text=""
            choose={({ name, emails = [] }) => {
              if (!emails[0]) return void tell(`${name} has no mail address`)
              store.change({ to: [letter.value.to, emails[0]].filter(Boolean).join(', ') })
            }}
          />
          {!hasBcc.value && (
            <button type="button" class="quiet" onClick={() => (hasBcc.value = true)}>
              Blind copy
            </button>
          )}
        </div>
        <label>
          Copy to <input {...typed('cc')} maxLength={4000} />
        </label>
        {hasBcc.value && (
          <label>
            Blind copy to <input {...typed('bcc')} maxLength={4000} />
          </label>
        )}
        <label>
          Subject <input {...typed('subject')} required maxLength={500} />
        </label>
        <label>
          Message <textarea {...typed('text')} rows={8} required maxLength={90_000} />
        </label>
        <Attached store={store} />
        <div class="row">
          <button type="submit" class="primary" disabled={state.value === 'sending'}>
            {state.value === 'sending' ? 'Sending …' : 'Send'}
          </button>
          <button type="button" onClick={() => picker.current?.click()}>
            Attach files
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to attach"
            onChange={event => void store.attach(event.currentTarget.files ?? [])}
          />
          {start.link?.deal_id !== undefined && <StoredFiles store={store} dealId={start.link.deal_id} />}
          <TemplateChoice store={store} link={start.link} />
          <button type="button" class="quiet" onClick={() => void leave('closed')()}>
            Keep for later
          </button>
          <button type="button" class="quiet danger" onClick={() => void leave('discarded')()}>
            <Icon name="trash" /> <span class="hidden">Throw away</span>
          </button>
          <small class="soft" role="status">
            {state.value === 'kept' ? 'Kept as a draft' : ''}
          </small>
        </div>
      </form>
    </DropArea>
  )
}

/** Where mail does not leave, whoever writes has to know. */
function NotSent() {
  const { mail } = session.value
  if (mail === 'sent') return null
  return (
    <p class="problem" role="note">
      {mail === 'none'
        ? 'Mail is not set up on this server: messages are kept here and are not sent.'
        : 'Mail is not set up on this server (SMTP_URL): messages are written to files there and do not reach anybody.'}
    </p>
  )
}
