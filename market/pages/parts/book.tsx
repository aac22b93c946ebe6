import type { Static } from 'typebox'
import { dollars } from '../../books/money.ts'
import { statusWord } from '../../books/moves.ts'
import type { Book } from '../../books/wire.ts'
import { fitOf, hyphenated } from './coverTitle.ts'

export type BookView = Static<typeof Book>

/** What is in a sale stays as its buyer saw it. */
export function isEditable({ status }: { status: number }): boolean {
  return status === 0 || status === 5
}

const COVERS = 8

/** Books without a photo get a cover of their own, always the same for the same title. */
export function Cover({ book, size = 'small' }: { book: BookView; size?: 'small' | 'large' }) {
  const [picture] = book.pictures
  if (picture)
    return (
      <img class={`cover photo ${size}`} src={size === 'small' ? `${picture}/small` : picture} alt="" loading="lazy" />
    )
  return (
    <span class={`cover drawn tone-${toneOf(book.name)} ${fitOf(book.name)} ${size}`} aria-hidden="true">
      <span class="cover-course">{book.course}</span>
      <span class="cover-title">{hyphenated(book.name)}</span>
      <span class="cover-edition">{ordinal(book.edition)}</span>
    </span>
  )
}

export function BookCard({ book, note }: { book: BookView & { inCart?: boolean }; note?: string }) {
  return (
    <li class="card">
      <a class="card-link" href={`/market/books/${book._id}`}>
        <Cover book={book} />
        <span class="card-text">
          <span class="card-title">{book.name}</span>
          <span class="card-facts">
            {book.course} · {book.condition}
          </span>
          <span class="card-foot">
            <span class="price">{money(book.price)}</span>
            {book.inCart && <span class="tag">In your cart</span>}
            {note && <span class="tag">{note}</span>}
          </span>
        </span>
      </a>
    </li>
  )
}

export function money(price: number): string {
  return dollars(Math.round(price * 100))
}

export function StatusTag({ status }: { status: number }) {
  return <span class={`tag status-${status}`}>{capital(statusWord(status))}</span>
}

const STEPS = ['Bought', 'Checked', 'Charged', 'Delivered']

/** How far a sale has come. */
export function Steps({ status, verified }: { status: number; verified: boolean }) {
  const done = status === 3 ? 4 : status === 2 ? 3 : verified ? 2 : 1
  return (
    <ol class="steps">
      {STEPS.map((step, at) => (
        <li class={at < done ? 'done' : ''} aria-current={at === done - 1 ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}

export function day(ms: number): string {
  return new Date(ms).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
}

export function ago(ms: number, now: Date): string {
  const days = Math.floor((now.getTime() - ms) / 86_400_000)
  if (days < 1) return 'today'
  if (days === 1) return 'yesterday'
  return days < 30 ? `${days} days ago` : day(ms)
}

export function ordinal(edition: number): string {
  if (edition === 0) return ''
  const teen = edition % 100 >= 11 && edition % 100 <= 13
  const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][edition % 10] ?? 'th')
  return `${edition}${end} edition`
}

function toneOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % COVERS
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
