import { failure } from '@portico/kit/api/failure'
import sanitizeHtml from 'sanitize-html'
import { LIMITS } from '../limits/atRest.ts'
import { hasMoreTags } from './hasMoreTags.ts'

/**
 * HTML that people wrote, safe to be put into a page: known tags and attributes, addresses of the web, of mail and of
 * phones. Everything else is dropped, the text of unknown tags stays. Refuses what is empty or too large then.
 */
export function readHtml(given: string, field: string, from: 'note' | 'mail' = 'note'): string {
  // Before it is parsed, so that nobody makes the server parse more.
  refuseLarge(given, field)
  if (hasMoreTags(given, MOST_TAGS))
    throw failure('invalid', `${field} has more than ${MOST_TAGS.tags} tags, or ${MOST_TAGS.nested} in each other`, {
      field,
    })
  const html = cleanHtml(given, from)
  if (isBlank(html))
    throw failure('invalid', `${field} has no text: scripts, styles and unknown tags do not count`, { field })
  refuseLarge(html, field)
  return html
}

const MOST_TAGS = { tags: 10_000, nested: 500 }

function refuseLarge(html: string, field: string): void {
  const most = LIMITS.noteBytes
  if (Buffer.byteLength(html) > most)
    throw failure('invalid', `${field} must not be larger than ${most} bytes as HTML`, { field, limit: most })
}

/**
 * `mail` is for messages from elsewhere: their pictures on other servers wait with the address in `data-src`, which
 * loads nothing, and those within the message (`cid:`) stay.
 */
export function cleanHtml(given: string, from: 'note' | 'mail' = 'note'): string {
  const html = sanitizeHtml(given, from === 'mail' ? MAIL_RULES : RULES).trim()
  // Shown as the text it is, if the sanitiser should ever let something else through.
  return isStrict(html) ? html : escapeHtml(given)
}

/** A text as HTML that shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** What cleaned HTML says, without its tags. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const BLOCKS = ['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul']
const TABLES = ['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']
const INLINE = ['a', 'b', 'br', 'code', 'del', 'em', 'i', 'img', 'ins', 'mark', 's', 'small', 'span', 'strike']
const MORE_INLINE = ['strong', 'sub', 'sup', 'u']
const TAGS = [...BLOCKS, ...TABLES, ...INLINE, ...MORE_INLINE]

/** Dropped with all that is in them: no text for people, or parsed otherwise by browsers than by the sanitiser. */
const DROPPED = [
  ...['embed', 'iframe', 'math', 'noembed', 'noframes', 'noscript', 'object', 'option', 'plaintext', 'script'],
  ...['select', 'style', 'svg', 'template', 'textarea', 'title', 'xmp'],
]

const CELL = ['colspan', 'rowspan']

const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'title'], img: ['alt', 'height', 'src', 'title', 'width'], td: CELL, th: CELL },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED,
  // Browsers slow down on thousands of tags within each other.
  nestingLimit: 100,
}

const MAIL_RULES: sanitizeHtml.IOptions = {
  ...RULES,
  allowedAttributes: { ...RULES.allowedAttributes, img: ['data-src', 'alt', 'height', 'src', 'title', 'width'] },
  allowedSchemesByTag: { img: ['cid'] },
  transformTags: { img: waitingPicture },
}

/** Comes first, so that `withPictures` (crm/work/mail/cleanMail.ts) finds it. */
function waitingPicture(tagName: string, { src = '', 'data-src': _, ...rest }: sanitizeHtml.Attributes) {
  const isForeign = /^https?:\/\//i.test(src)
  const attribs: sanitizeHtml.Attributes = isForeign ? { 'data-src': src, ...rest } : { src, ...rest }
  return { tagName, attribs }
}

/**
 * Whether every `<` begins a tag of the list with quoted attributes of the list, which is how the sanitiser writes.
 * A second look that does not depend on how a text was parsed.
 */
function isStrict(html: string): boolean {
  const [before = '', ...parts] = html.split('<')
  return !before.includes('>') && parts.every(part => TAGS.includes(STRICT_TAG.exec(part)?.[1] ?? ''))
}

/** A tag without its `<`, and the text up to the next one. */
const STRICT_TAG =
  /^\/?([a-z][a-z0-9]*)(?: (?:href|title|alt|height|(?:data-)?src|width|colspan|rowspan)(?:="[^"<>]*")?)*(?: \/)?>[^<>]*$/

/** Without a letter or a picture to be seen. */
function isBlank(html: string): boolean {
  const [before = '', ...parts] = html.split('<')
  const texts = [before, ...parts.map(part => part.slice(part.indexOf('>') + 1))]
  return !html.includes('<img ') && texts.every(text => text.trim() === '')
}
