import { createHash } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
import { hasForeignPictures, withPictures } from '../cleanMail.ts'
import { type InlinePicture, type MessageBody, selectInlinePictures } from './store.ts'

/** How many bytes of pictures within a message its page carries. */
const MOST_PICTURE_BYTES = 5_000_000

/** How a message is set that does not say so itself: the one style its page may have, known to the policy by its digest. */
const STYLE = 'body{margin:12px;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}'
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64')

/**
 * The body of a message as a page of its own. It holds cleaned HTML, and the browser is told to run nothing, to belong
 * to no origin and to load nothing but the pictures that were asked for. Pictures within the message are in the page
 * itself, since a page of no origin could not fetch them.
 */
export async function bodyPage(crm: Crm, id: number, body: MessageBody, foreignPictures: boolean): Promise<Response> {
  if (body.is_deleted) throw failure('gone', 'The mail message is deleted')
  if (body.html === null) throw failure('missing', 'The mail message has no body')
  const shown = foreignPictures ? withPictures(body.html) : body.html
  const html = shown.includes('<img src="cid:') ? await withInlinePictures(crm, id, shown) : shown
  const page = `<!doctype html><html><head><meta charset="utf-8"><style>${STYLE}</style><base target="_blank"></head><body>${html}</body></html>`
  const pictures = foreignPictures ? 'data: https: http:' : 'data:'
  return new Response(crm.call.request.method === 'HEAD' ? null : page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src ${pictures}; style-src 'sha256-${STYLE_DIGEST}'; sandbox allow-popups allow-popups-to-escape-sandbox`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
      ...(!foreignPictures && hasForeignPictures(body.html) && { 'x-foreign-pictures': 'left out' }),
    },
  })
}

async function withInlinePictures(crm: Crm, id: number, html: string): Promise<string> {
  const sources = new Map<string, string>()
  let left = MOST_PICTURE_BYTES
  for (const picture of await selectInlinePictures(crm, id)) {
    left -= picture.file_size
    if (left < 0) break
    const source = await dataAddress(crm, picture)
    if (source) sources.set(picture.cid, source)
  }
  return html.replace(/<img src="cid:([^"<>]*)"/g, (whole, cid: string) => {
    const source = sources.get(cid.replaceAll('&amp;', '&'))
    return source ? `<img src="${source}"` : whole
  })
}

async function dataAddress({ services }: Crm, { file_key, mime_type }: InlinePicture): Promise<string | undefined> {
  const found = await services.files.get(file_key)
  if (!found) return undefined
  const bytes = await new Response(found.stream).arrayBuffer()
  return `data:${mime_type};base64,${Buffer.from(bytes).toString('base64')}`
}
