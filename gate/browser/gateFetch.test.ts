import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER_NOTE, hasBrowser } from '../testing/browser.ts'
import { cinemas, watched } from '../testing/cinemas.ts'
import { faults } from '../testing/faults.ts'
import { aGate, aVisitor, passTest, protectedBy } from '../testing/visitor.ts'
import { gateFetch } from './gateFetch.ts'

/** A single-page application whose buttons make calls behind the gate and write down what they were answered. */
const APPLICATION = `
import { gateFetch } from './gateFetch.ts'
const call = gateFetch()
const note = text => { document.querySelector('output').append(text + ' ') }
const made = new AbortController()
const told = promise => promise.then(async answer => note(answer.status + ':' + (answer.ok ? await answer.text() : '')), error => note(error.name))
const calls = {
  one: () => told(call('/films/1', { method: 'POST', body: 'one' })),
  three: () => {
    told(call('/films/1', { method: 'POST', body: 'a text' }))
    told(call(new Request('/films/2', { method: 'POST', body: new Blob(['a file']) })))
    told(call('/films/3', { method: 'POST', body: new URLSearchParams({ a: 'form' }), headers: { accept: 'application/json' } }))
  },
  late: () => {
    told(call('/films/1', { method: 'POST', body: 'early' }))
    const released = new Promise(resolve => { window.release = resolve })
    const held = gateFetch({ fetch: request => released.then(() => fetch(request)) })
    told(held('/films/2', { method: 'POST', body: 'late' }))
  },
  aborted: () => {
    told(call('/films/1', { signal: made.signal }))
    new MutationObserver(() => document.querySelector('.gate-dialog[open]') && made.abort()).observe(document.body, { childList: true, subtree: true, attributes: true })
  },
}
for (const [name, make] of Object.entries(calls)) document.getElementById(name).addEventListener('click', make)
`

const bundled = build({
  stdin: { contents: APPLICATION, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
  bundle: true,
  format: 'esm',
  write: false,
}).then(({ outputFiles }) => outputFiles[0]?.text ?? '')

describe.skipIf(!hasBrowser)(`gateFetch in a browser${BROWSER_NOTE}`, { timeout: 400_000 }, () => {
  const { site, visit } = cinemas()

  /** With the strictest policy under which such an application works. */
  async function application(frames = "'self'") {
    const script = await bundled
    const cinema = await site(
      { providers: ['test'] },
      {
        '/app': () => page(`default-src 'none'; script-src 'self'; connect-src 'self'; frame-src ${frames}`),
        '/app.js': () => new Response(script, { headers: { 'content-type': 'text/javascript' } }),
      },
    )
    const tab = await visit()
    const { complaints } = watched(tab)
    await tab.goto(`${cinema.origin}/app`)
    return { tab, complaints, answers: tab.locator('output') }
  }

  const check = (tab: Page) => tab.frameLocator('.gate-dialog iframe')

  /** Presses until the page takes notice: one press into a frame that has just come did not arrive. */
  async function pass(tab: Page) {
    const waiting = check(tab).getByText('Waiting for your phone…')
    await check(tab).getByRole('button', { name: 'Pass' }).click()
    for (let again = 0; again < 3 && (await waiting.isVisible()); again++)
      await check(tab)
        .getByRole('button', { name: 'Pass' })
        .click({ timeout: 2_000 })
        .catch(() => {})
  }

  it('three calls at once share one dialog and are made again with their bodies; the focus goes back', async () => {
    const { tab, complaints, answers } = await application()
    await tab.getByRole('button', { name: 'three' }).click()
    await check(tab).getByRole('button', { name: 'Pass' }).waitFor()
    expect(await tab.getByRole('dialog', { name: 'Identity check' }).count()).toBe(1)
    expect(await faults(tab)).toEqual([])

    await pass(tab)

    await expect.poll(() => answers.textContent()).toContain('a text')
    await expect.poll(() => answers.textContent()).toContain('a file')
    await expect.poll(() => answers.textContent()).toContain('a=form')
    expect((await answers.textContent())?.match(/200:/g)).toHaveLength(3)
    expect(await tab.getByRole('dialog').count()).toBe(0)
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe('three')
    expect(complaints).toEqual([])
  })

  it('a call whose answer comes after the dialog is shown, with the cookie of another session, has the page shown anew', async () => {
    const { tab, answers } = await application()
    await tab.getByRole('button', { name: 'late' }).click()
    await check(tab).getByRole('button', { name: 'Pass' }).waitFor()
    // Now the late call is sent as it was made: without a session.
    await tab.context().clearCookies()
    const shownAnew = tab.waitForResponse(
      answer => answer.frame() !== tab.mainFrame() && answer.request().isNavigationRequest(),
    )
    await tab.evaluate('release()')
    await shownAnew

    await pass(tab)

    await expect.poll(() => answers.textContent()).toContain('"early"')
    await expect.poll(() => answers.textContent()).toContain('"late"')
  })

  it('511 for the caller when the dialog is cancelled: by Escape inside and outside of the page, and by the button', async () => {
    const { tab, answers } = await application()
    const ways = [
      () => check(tab).getByRole('button', { name: 'Pass' }).press('Escape'),
      () => tab.getByRole('button', { name: 'Cancel' }).press('Escape'),
      () => tab.getByRole('button', { name: 'Cancel' }).click(),
    ]
    for (const [index, cancel] of ways.entries()) {
      await tab.getByRole('button', { name: 'one' }).click()
      await check(tab).getByText('Waiting for your phone…').waitFor()
      await cancel()
      await expect.poll(() => answers.textContent()).toBe('511: '.repeat(index + 1))
      expect(await tab.getByRole('dialog').count()).toBe(0)
    }
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe('one')
  })

  it('rejects a call that is aborted, and closes the dialog nobody waits for', async () => {
    const { tab, answers } = await application()
    await tab.getByRole('button', { name: 'aborted' }).click()

    await expect.poll(() => answers.textContent()).toBe('AbortError ')
    expect(await tab.getByRole('dialog').count()).toBe(0)
  })

  it('goes on when the check is done in a window of its own, as where frames are forbidden', async () => {
    const { tab, answers } = await application("'none'")
    await tab.getByRole('button', { name: 'one' }).click()
    const [other] = await Promise.all([
      tab.context().waitForEvent('page'),
      tab.getByRole('link', { name: 'Open in a new window' }).click(),
    ])
    await other.getByRole('button', { name: 'Pass' }).click()

    await expect.poll(() => answers.textContent()).toBe('200:{"received":"one"} ')
    await other.getByText('Done. You can close this window.').waitFor()
  })
})

describe('GET /verify/page', () => {
  it('is the page, which a frame of the same origin may show; in the place of other answers none may', async () => {
    const visitor = aVisitor(protectedBy(aGate({ basePath: '/gate' })))
    const headers = { accept: 'text/html' }
    const [alone, instead] = [
      await visitor.fetch('/gate/verify/page', { headers }),
      await visitor.fetch('/film', { headers }),
    ]
    const frames = [alone, instead].map(({ headers }) => [
      /frame-ancestors ('\w+')/.exec(headers.get('content-security-policy') ?? '')?.[1],
      headers.get('x-frame-options'),
    ])

    expect([alone.status, instead.status]).toEqual([511, 511])
    expect(frames).toEqual([
      ["'self'", 'SAMEORIGIN'],
      ["'none'", 'DENY'],
    ])
    expect((await visitor.fetch('/gate/verify/page', { method: 'POST' })).status).toBe(405)
  })

  it('is named in every 511 answer, in a header and in JSON', async () => {
    const visitor = aVisitor(protectedBy(aGate({ basePath: '/gate' })))
    const json = await visitor.fetch('/film', { headers: { accept: 'application/json' } })
    const html = await visitor.fetch('/film', { headers: { accept: 'text/html' } })

    expect([json, html].map(({ headers }) => headers.get('x-verification-page'))).toEqual(
      Array(2).fill('/gate/verify/page'),
    )
    expect(await json.json()).toMatchObject({ type: 'pending', page: '/gate/verify/page' })
  })

  it('is still the page for somebody who holds a claim, and its stream says so at once', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor)

    expect((await visitor.fetch('/verify/page')).status).toBe(511)
    expect(await (await visitor.fetch('/sse?session=any')).text()).toContain('event: claimed')
  })
})

describe('gateFetch on a server', () => {
  it('can be imported and made where there is no document', () => {
    expect(gateFetch()).toBeTypeOf('function')
  })
})

function page(policy: string): Response {
  const buttons = ['one', 'three', 'late', 'aborted']
    .map(name => `<button id="${name}" type="button">${name}</button>`)
    .join('')
  const body = `<main><h1>Films</h1>${buttons}<output></output></main><script type="module" src="/app.js"></script>`
  const html = `<!doctype html><html lang="en"><head><title>App</title></head><body>${body}</body></html>`
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
