import type { FileV1 } from '@portico/crm/work/files/v1/shape'
import type { WrittenMessage } from '@portico/crm/work/mail/app/shape'
import { type ReadonlySignal, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { plainHtml } from '../record/composer/plainHtml.ts'
import { tellProblem } from '../shell/toasts.ts'
import { peopleIn, peopleText, wholeAddresses } from './addresses.ts'
import { tellWhenSent } from './tellWhenSent.ts'

/** A message that is being written, as it stands in the form. */
export interface Letter {
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  files: readonly { id: number; name: string }[]
}

export interface LetterStart {
  /** By which it is found again when the tab was closed. */
  key: string
  letter: Partial<Letter>
  /** The record a new thread is on. */
  link?: { deal_id?: number; lead_id?: string }
  /** The message that is answered. */
  answers?: number
  draftId?: number | undefined
}

export interface LetterStore {
  letter: ReadonlySignal<Letter>
  /** The draft it is kept as, once it is. */
  draftId: ReadonlySignal<number | undefined>
  state: ReadonlySignal<'new' | 'unsaved' | 'kept' | 'sending'>
  change(part: Partial<Letter>): void
  /** Uploads files and puts them with the message. */
  attach(files: Iterable<File>): Promise<void>
  /** Whether it was sent. */
  send(): Promise<boolean>
  discard(): Promise<void>
  /** Leaves it among the drafts. */
  close(): Promise<void>
}

const NONE: Letter = { to: '', cc: '', bcc: '', subject: '', text: '', files: [] }
/** A draft is kept at the server when nothing was typed for so long; in this browser at once. */
const QUIET_MS = 1_000

/** What this browser keeps of a letter: all of it while the server does not have it, else where the server has it. */
interface Kept {
  draftId?: number | undefined
  letter?: Letter
}

/** The letter of a key as it was left, or a new one. */
export async function openLetter(start: LetterStart): Promise<LetterStore> {
  const kept = readKept(start.key)
  const draftId = kept?.draftId ?? start.draftId
  if (kept?.letter) return newLetter({ ...start, letter: kept.letter, draftId }, 'unsaved')
  if (draftId === undefined) return newLetter(start, 'new')
  const letter = await readDraft(draftId)
  if (letter) return newLetter({ ...start, letter, draftId }, 'kept')
  localStorage.removeItem(start.key)
  return newLetter({ ...start, draftId: undefined }, 'new')
}

function newLetter(start: LetterStart, begun: 'new' | 'unsaved' | 'kept'): LetterStore {
  const letter = signal<Letter>({ ...NONE, ...start.letter })
  const draftId = signal(start.draftId)
  const state = signal<'new' | 'unsaved' | 'kept' | 'sending'>(begun)
  /** One call after the other, so that one letter never becomes two drafts. */
  let saving: Promise<unknown> = Promise.resolve()
  let timer = 0
  /** Counts what was typed: only what has not changed meanwhile is kept. */
  let edition = 0
  if (begun === 'unsaved') saveSoon()

  function keepHere(kept: Kept) {
    localStorage.setItem(start.key, JSON.stringify(kept))
  }
  function saveSoon() {
    clearTimeout(timer)
    timer = window.setTimeout(() => void save().catch(() => {}), QUIET_MS)
  }
  function save(): Promise<void> {
    clearTimeout(timer)
    const next = saving.then(saveNow)
    saving = next.catch(() => {})
    return next
  }
  async function saveNow(): Promise<void> {
    if (state.value !== 'unsaved') return
    const saved = edition
    const { to, cc, bcc, subject, text, files } = letter.value
    const body = {
      to: wholeAddresses(to),
      cc: wholeAddresses(cc),
      bcc: wholeAddresses(bcc),
      subject,
      body: plainHtml(text),
      file_ids: files.map(({ id }) => id),
    }
    const { data } =
      draftId.value === undefined
        ? await call<WrittenMessage>('POST /app/api/mailMessages', {
            body: { ...body, ...placeOf(start), draft_flag: true },
          })
        : await call<WrittenMessage>(`PUT /app/api/mailMessages/${draftId.value}`, { body })
    draftId.value = data.id
    takeCopies(files, data.file_ids)
    if (edition !== saved) return keepHere({ draftId: data.id, letter: letter.value })
    state.value = 'kept'
    keepHere({ draftId: data.id })
  }
  /** The message has copies of its files from now on. */
  function takeCopies(sent: Letter['files'], ids: readonly number[]) {
    const copies = new Map(sent.map(({ id }, nr) => [id, ids[nr] ?? id]))
    letter.value = {
      ...letter.value,
      files: letter.value.files.map(file => ({ ...file, id: copies.get(file.id) ?? file.id })),
    }
    // What was uploaded for it alone is not left lying about.
    for (const [before, after] of copies)
      if (before !== after && uploaded.delete(before)) void call(`DELETE /v1/files/${before}`).catch(() => {})
  }
  const uploaded = new Set<number>()
  function forget() {
    clearTimeout(timer)
    localStorage.removeItem(start.key)
  }

  function change(part: Partial<Letter>) {
    edition++
    letter.value = { ...letter.value, ...part }
    if (state.value !== 'sending') state.value = 'unsaved'
    keepHere({ draftId: draftId.value, letter: letter.value })
    saveSoon()
  }

  return {
    letter,
    draftId,
    state,
    change,
    async attach(files) {
      for (const file of files) {
        const body = new FormData()
        body.set('file', file)
        try {
          const { data } = await call<FileV1>('POST /v1/files', { body })
          uploaded.add(data.id)
          change({ files: [...letter.value.files, { id: data.id, name: data.name }] })
        } catch (error) {
          tellProblem(error)
        }
      }
    },
    async send() {
      await saving
      if (state.value === 'sending') return false
      state.value = 'sending'
      const { to, cc, bcc, subject, text, files } = letter.value
      const body = {
        to: peopleIn(to),
        cc: peopleIn(cc),
        bcc: peopleIn(bcc),
        subject,
        body: plainHtml(text),
        file_ids: files.map(({ id }) => id),
      }
      try {
        clearTimeout(timer)
        const { data } = await sendLetter(body, start, draftId.value)
        takeCopies(files, data.file_ids)
        forget()
        void tellWhenSent(data.id).catch(tellProblem)
        return true
      } catch (error) {
        state.value = 'unsaved'
        tellProblem(error)
        return false
      }
    },
    async discard() {
      forget()
      await saving
      localStorage.removeItem(start.key)
      if (draftId.value !== undefined) await call(`DELETE /app/api/mailMessages/${draftId.value}`)
      for (const id of uploaded) void call(`DELETE /v1/files/${id}`).catch(() => {})
    },
    async close() {
      await save()
      forget()
    },
  }
}

async function sendLetter(body: object, start: LetterStart, draftId: number | undefined) {
  if (draftId === undefined)
    return call<WrittenMessage>('POST /app/api/mailMessages', { body: { ...body, ...placeOf(start) } })
  await call(`PUT /app/api/mailMessages/${draftId}`, { body })
  return call<WrittenMessage>(`POST /app/api/mailMessages/${draftId}/send`)
}

function placeOf({ link, answers }: LetterStart) {
  return { ...link, ...(answers !== undefined && { reply_to_message_id: answers }) }
}

function readKept(key: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A draft as the form shows it; undefined when it is sent or deleted. */
async function readDraft(id: number): Promise<Letter | undefined> {
  try {
    const { data } = await call<WrittenMessage>(`GET /app/api/mailMessages/${id}`)
    if (!data.draft_flag) return undefined
    const files = data.file_ids.length
      ? ((await call<FileV1[] | null>(`GET /v1/mailbox/mailMessages/${id}/files`)).data ?? [])
      : []
    const people = (parties: WrittenMessage['to']) =>
      peopleText(parties.map(({ name, email_address }) => ({ name, address: email_address })))
    return {
      to: people(data.to),
      cc: people(data.cc),
      bcc: people(data.bcc),
      subject: data.subject,
      text: textOf(data.body ?? ''),
      files: files.map(file => ({ id: file.id, name: file.name })),
    }
  } catch {
    return undefined
  }
}

/** What HTML says, as plain text. The document it is read into runs and loads nothing. */
function textOf(html: string): string {
  const lines = html.replace(/<br[^<>]*>/g, '\n').replace(/<\/(?:p|div|li|h[1-6])>/g, '$&\n')
  return new DOMParser().parseFromString(lines, 'text/html').body.textContent?.trimEnd() ?? ''
}
