import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { type FoundRecord, RecordChoice } from '../parts/recordChoice.tsx'
import { recordAddress } from '../record/places.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'
import { type Candidate, type Duplicate, duplicatesOf, type Typed } from './duplicates.ts'
import type { ListKind } from './kinds.ts'

interface Choice {
  text: string
  found?: FoundRecord
}

interface Props {
  kind: ListKind
  added: () => void
  close: () => void
}

/** A new record; while one types, those that may be the same are shown. */
export function AddDialog({ kind, added, close }: Props) {
  const plain = useSignal<Record<string, string>>({})
  const organization = useSignal<Choice>({ text: '' })
  const person = useSignal<Choice>({ text: '' })
  const isSaving = useSignal(false)
  const name = plain.value.name ?? ''
  const typed: Typed = {
    name,
    email: plain.value.email ?? '',
    phone: plain.value.phone ?? '',
    organization: organization.value.text,
  }
  const duplicates = useDuplicates(kind, typed)
  const put = (field: string) => (event: { currentTarget: HTMLInputElement }) => {
    plain.value = { ...plain.value, [field]: event.currentTarget.value }
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (isSaving.value || !name.trim()) return
    isSaving.value = true
    const requestId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
    try {
      const body = await bodyOf(
        kind,
        plain.value,
        { organization: organization.value, person: person.value },
        requestId,
      )
      await call(`POST ${PATHS[kind.name]}`, { body, requestId })
      offerUndo(`Added “${name.trim()}”`, requestId)
      added()
      close()
    } catch (error) {
      tellProblem(error)
    } finally {
      isSaving.value = false
    }
  }

  return (
    <Dialog title={`Add ${kind.one === 'organization' ? 'an' : 'a'} ${kind.one}`} close={close}>
      <form onSubmit={save}>
        <label>
          {kind.title === 'title' ? 'Title' : 'Name'}
          <input required maxLength={255} autocomplete="off" value={name} onInput={put('name')} />
        </label>
        {kind.added.map(field =>
          field === 'organization' || field === 'person' ? (
            <ChoiceField key={field} type={field} choice={field === 'person' ? person : organization} />
          ) : (
            <label key={field}>
              {LABELS[field]}
              <input
                {...(field === 'value' ? AMOUNT : LINE)}
                autocomplete="off"
                value={plain.value[field] ?? ''}
                onInput={put(field)}
              />
            </label>
          ),
        )}
        <Duplicates kind={kind} found={duplicates} />
        <div class="row">
          <button type="submit" class="primary" disabled={isSaving.value}>
            Add {kind.one}
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const AMOUNT = { type: 'number', step: 'any', min: '0' } as const
const LINE = { type: 'text', maxLength: 255 } as const
const LABELS = { email: 'E-mail', phone: 'Phone', value: 'Value', code: 'Product code', website: 'Website' }

const PATHS = {
  deal: '/v2/deals',
  person: '/v2/persons',
  organization: '/v2/organizations',
  product: '/v2/products',
} as const

function ChoiceField({ type, choice }: { type: 'person' | 'organization'; choice: { value: Choice } }) {
  return (
    <div class="field-label">
      {type === 'person' ? 'Contact person' : 'Organization'}
      <RecordChoice
        label={type === 'person' ? 'Contact person' : 'Organization'}
        types={[type]}
        text={choice.value.text}
        onText={text => {
          choice.value = { text }
        }}
        choose={found => {
          choice.value = { text: found.name, found }
        }}
      />
    </div>
  )
}

function Duplicates({ kind, found }: { kind: ListKind; found: readonly Duplicate[] }) {
  return (
    <div role="status" aria-live="polite">
      {found.length > 0 && (
        <>
          <strong>
            {found.some(({ isSure }) => isSure) ? 'This looks like one you have' : 'You may have it already'}
          </strong>
          <ul class="duplicates">
            {found.slice(0, 5).map(({ candidate, same }) => (
              <li key={candidate.id}>
                <a href={recordAddress(kind.name, candidate.id)} target="_blank" rel="noreferrer">
                  {candidate.name}
                </a>{' '}
                <small class="soft">
                  {candidate.organization ? `${candidate.organization.name}, ` : ''}same {same}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const PAUSE_MS = 200

/** Asks for records with the same name, e-mail or phone, a moment after somebody has stopped to type. */
function useDuplicates(kind: ListKind, typed: Typed): readonly Duplicate[] {
  const found = useSignal<readonly Candidate[]>([])
  const terms = [typed.name, typed.email, typed.phone].map(term => term.trim()).filter(term => term.length > 2)
  useEffect(() => {
    if (terms.length === 0) {
      found.value = []
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      Promise.all(terms.map(term => search(kind, term, asking.signal))).then(
        lists => {
          found.value = [...new Map(lists.flat().map(each => [each.id, each])).values()]
        },
        error => {
          if (!asking.signal.aborted) tellProblem(error)
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [terms.join('\n')])
  return duplicatesOf(typed, found.value)
}

async function search(kind: ListKind, term: string, signal: AbortSignal): Promise<Candidate[]> {
  const { data } = await call<{ items: { item: Candidate & { title?: string } }[] }>(
    `GET /v2/itemSearch?term=${encodeURIComponent(term)}&item_types=${kind.name}&limit=10`,
    { signal },
  )
  return data.items.map(({ item }) => ({ ...item, name: item.name ?? item.title ?? '' }))
}

/** What is sent; a contact that was typed and not found is made first, and undone together with it. */
async function bodyOf(
  kind: ListKind,
  { name = '', email, phone, value, code, website }: Record<string, string>,
  linked: { organization: Choice; person: Choice },
  requestId: string,
): Promise<object> {
  const entry = (text: string) => [{ value: text.trim(), primary: true, label: 'work' }]
  const org_id = await idOf('organization', linked.organization, requestId)
  const person_id = await idOf('person', linked.person, requestId)
  return {
    [kind.title]: name.trim(),
    ...(email?.trim() && { emails: entry(email) }),
    ...(phone?.trim() && { phones: entry(phone) }),
    ...(value && { value: Number(value) }),
    ...(code?.trim() && { code: code.trim() }),
    ...(website?.trim() && { website: website.trim() }),
    ...(org_id && { org_id }),
    ...(person_id && { person_id }),
  }
}

async function idOf(
  type: 'person' | 'organization',
  { text, found }: Choice,
  requestId: string,
): Promise<number | undefined> {
  if (found) return Number(found.id)
  const name = text.trim()
  if (!name) return undefined
  return (await call<{ id: number }>(`POST ${PATHS[type]}`, { body: { name }, requestId })).data.id
}
