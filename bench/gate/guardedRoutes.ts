import { serve } from '@hono/node-server'
import { gate } from 'gate'
import { honoGate } from 'gate/adapter'
import { Hono } from 'hono'

/**
 * A process with one page twice: open, and behind a gate. What a verified visitor costs is the difference. `GET /visitor`
 * gives the cookie of one more who has shown to be of age.
 */
const port = Number(process.env.PORT)
const origin = `http://127.0.0.1:${port}`
const door = gate({
  domain: origin,
  dev: true,
  providers: ['self', 'test'],
  disclosures: { minAge: 18 },
  secret: 'a secret that is only good for a bench',
})

const app = new Hono()
app.get('/ready', context => context.text('ready'))
app.get('/visitor', async context => context.text(await letThrough()))
app.get('/open', context => context.text('the page'))
app.use('/guarded', honoGate(door))
app.get('/guarded', context => context.text('the page'))
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })

let visitors = 0

async function letThrough(): Promise<string> {
  const pending = await door.verified(new Request(origin))
  if (pending.type !== 'pending') throw new Error('nobody is let through without showing anything')
  const sessionId = pending.session.id
  const post = (path: string, body: object) => {
    const headers = { cookie: cookieIn(pending.headers), origin, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify({ sessionId, ...body }) }
    return door.verify(new Request(origin + path, sent))
  }
  const shown = await post('/verify/test', { pass: true, identifier: `visitor ${visitors++}` })
  const { accessToken } = (await shown.json()) as { accessToken: string }
  return cookieIn((await post('/claim', { accessToken })).headers)
}

function cookieIn(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
