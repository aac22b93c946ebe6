import { readFeed } from '../work/calendarAddress/feed.ts'
import type { Mount } from './mount.tsx'

/** Activities for calendar programs, which can show nothing but the address itself: whoever has it reads. */
export function calendarPage(mount: Mount) {
  mount.get('/calendar/:file', async ({ services, call, request, param }) => {
    const { text, etag } = await readFeed(services, call, param('file'))
    const headers = { etag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(text, {
      headers: {
        ...headers,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="activities.ics"',
      },
    })
  })
}
