import { LIMITS } from '../../base/limits/atRest.ts'
import { cleanHtml, escapeHtml, textOfHtml } from '../../base/records/cleanHtml.ts'
import { hasMoreTags } from '../../base/records/hasMoreTags.ts'
import { snippetOf } from './rules.ts'

/** The body of a message as it is kept. */
export interface CleanBody {
  /** Null where the message has none. */
  html: string | null
  snippet: string
  /** What did not fit into the body: it is kept whole beside it. */
  whole?: { filename: string; text: string }
}

export interface Body {
  text: string | null
  html: string | null
}

/**
 * The body of a message: its HTML, cleaned, or else its text as HTML. A picture of another server has its address in
 * `data-src`, so that nobody learns that the message was opened; `withPictures` turns that around. What is too large
 * to be cleaned is shown as the beginning of its text, and kept whole as an attachment.
 */
export function cleanBody({ text, html }: Body): CleanBody {
  if (html !== null && !isCleanable(html)) return uncleanedBody({ text, html })
  if (html !== null) {
    const clean = cleanHtml(html, 'mail')
    if (Buffer.byteLength(clean) <= LIMITS.mailBodyBytes && clean !== '')
      return { html: clean, snippet: snippetOf(text?.trim() ? text : textOfHtml(clean)) }
  }
  if (text === null || text.trim() === '') return { html: null, snippet: '' }
  if (Buffer.byteLength(text) <= LIMITS.mailBodyBytes / 6) return textBody(text)
  return {
    ...textBody(text, 'The rest is in the attachment message.txt.'),
    whole: { filename: 'message.txt', text },
  }
}

const MOST_TAGS = { tags: 20_000, nested: 1000 }

function isCleanable(html: string): boolean {
  return Buffer.byteLength(html) <= LIMITS.mailBodyBytes && !hasMoreTags(html, MOST_TAGS)
}

/** The body of a message whose HTML cannot be cleaned: the beginning of its text, and the HTML as an attachment. */
export function uncleanedBody({ text, html }: Body & { html: string }): CleanBody {
  const note = 'The message is too large to be shown here. The attachment message.html has all of it.'
  return { ...textBody(text ?? '', note), whole: { filename: 'message.html', text: html } }
}

/** Escaping makes six characters of one at most. */
function textBody(text: string, note?: string): CleanBody {
  const shown = text.slice(0, LIMITS.mailBodyBytes / 24)
  const html = [note ? shown : text, note ?? ''].filter(Boolean).map(escapeHtml).join('\n\n')
  return { html: `<p>${html.replace(/\r?\n/g, '<br />')}</p>`, snippet: snippetOf(text) }
}

/** The body with the pictures of other servers. */
export function withPictures(html: string): string {
  return html.replaceAll(FOREIGN_PICTURE, '<img src="')
}

export function hasForeignPictures(html: string): boolean {
  return html.includes(FOREIGN_PICTURE)
}

const FOREIGN_PICTURE = '<img data-src="'
