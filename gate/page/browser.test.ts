import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ALL_COUNTRIES } from '../countries.ts'
import { isZkSdkInstalled } from '../provider/zkSdk.ts'
import { memorySessions } from '../session/memory.ts'
import { BROWSER_NOTE, hasBrowser } from '../testing/browser.ts'
import { aChain } from '../testing/chain.ts'
import { answerFromPhone, cinemas, film, question, watched } from '../testing/cinemas.ts'
import { faults } from '../testing/faults.ts'
import { readCode, readPhoto } from '../testing/readCode.ts'
import { aSilentRelay } from '../testing/relay.ts'

describe.skipIf(!hasBrowser)(`in a browser${BROWSER_NOTE}`, { timeout: 400_000 }, () => {
  const { site, visit } = cinemas()

  it('shows the page, takes the answer from the phone, and is at the film by itself', async () => {
    const cinema = await site()
    const page = await visit()
    const { hosts, complaints } = watched(page)

    const response = await page.goto(`${cinema.origin}/film?part=2#end`)
    expect(response?.status()).toBe(511)
    await page.getByText('Waiting for your phone…').waitFor()
    expect(await answerFromPhone(page, cinema)).toEqual({ status: 'success', result: true })
    await film(page)

    expect(page.url()).toBe(`${cinema.origin}/film?part=2#end`)
    expect([...hosts]).toEqual([new URL(cinema.origin).host])
    expect(complaints).toEqual([])
  })

  it('says in words why an answer was not accepted, and works at the second try', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    await answerFromPhone(page, cinema, { age: '16' })
    await page.getByRole('alert').getByText('The proof does not show that you are at least 18.').waitFor()
    await answerFromPhone(page, cinema)
    await film(page)
  })

  it('lets both of two tabs through when one is done', async () => {
    const cinema = await site()
    const one = await visit()
    const other = await one.context().newPage()
    await one.goto(`${cinema.origin}/film`)
    await other.goto(`${cinema.origin}/other-film`)
    await Promise.all([question(one), question(other)])

    await answerFromPhone(other, cinema)

    await Promise.all([film(one), film(other)])
    expect([new URL(one.url()).pathname, new URL(other.url()).pathname]).toEqual(['/film', '/other-film'])
  })

  it('lets a tab whose cookie another one replaced at the same moment join that one', async () => {
    const { origin } = await site()
    const first = await visit()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await first.route('**/gate/sse*', async route => {
      await held
      await route.continue()
    })
    await first.goto(`${origin}/film`)
    await first.context().clearCookies()
    const second = await first.context().newPage()
    await second.goto(`${origin}/film`)
    const sessionOf = (page: Page) =>
      page.evaluate(() => JSON.parse(document.getElementById('gate-data')?.textContent ?? '{}').session)
    const joined = await sessionOf(second)
    expect(await sessionOf(first)).not.toBe(joined)

    release()
    await first.waitForFunction(session => document.getElementById('gate-data')?.textContent?.includes(session), joined)

    expect(await sessionOf(first)).toBe(joined)
  })

  it('goes back to the page before, and forward to the film again', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/front`)
    await page.getByRole('link').click()
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)

    await page.goBack()
    await page.getByRole('heading', { name: 'Front' }).waitFor()
    await page.goForward()
    await film(page)
  })

  it('says that a session has expired and starts a new one on request', async () => {
    let later = 0
    const cinema = await site({ sessionAdapter: memorySessions({ now: () => Date.now() + later }) })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    later = 601_000
    await page.getByRole('alert').getByText('This request has expired.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Waiting for your phone…').waitFor()
    await answerFromPhone(page, cinema)
    await film(page)
  })

  it('survives a restart of the server in between, with a shared store', async () => {
    const cinema = await site({ sessionAdapter: memorySessions() })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    await cinema.stop()
    await page.getByText('The connection is lost. Trying again…').waitFor()
    await cinema.restart()
    await answerFromPhone(page, cinema)

    await film(page)
  })

  it('opens a link from another site for somebody who holds a claim, although Strict cookies stay behind', async () => {
    const cinema = await site()
    const elsewhere = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)

    await page.goto(`http://127.0.0.1:${elsewhere.port}/front`)
    await page.evaluate(target => {
      const link = document.createElement('a')
      link.href = target
      document.body.append(link)
      link.click()
    }, `${cinema.origin}/film`)

    await film(page)
  })

  it("works on one's own machine with production settings, where cookies are Secure and there is no https", async () => {
    const real = await aChain([42n], '0xe57F4773bd9c9d8b6Cd70431117d353298B9f5BF')
    const cinema = await site({ dev: false, providers: ['self'], rpcUrl: real.url })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)
    await real.close()
  })

  it('does not go round in circles where the page refuses the claim that a stream accepts', async () => {
    const cinema = await site({ providers: ['test'] })
    const page = await visit()
    let loads = 0
    await page.route('**/film', async route => {
      loads += 1
      // As if another instance with another secret had answered: the cookies mean nothing to it.
      const response = await fetch(`http://127.0.0.1:${cinema.port}/film`, { headers: { accept: 'text/html' } })
      const headers = Object.fromEntries(response.headers)
      await route.fulfill({ status: response.status, headers, body: await response.text() })
    })
    await page.goto(`${cinema.origin}/film`)
    await page.getByRole('button', { name: 'Pass' }).click()

    await page.getByRole('alert').getByText('That did not work.').waitFor()
    expect(loads).toBe(4)
  })

  it('is used by keyboard alone, and finds no fault with an accessibility checker', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()
    expect(await faults(page)).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The request was declined on the phone.').waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await film(page)
  })

  it('is as accessible in the dark', async () => {
    const cinema = await site()
    const page = await visit({ colorScheme: 'dark' })
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    expect(await faults(page)).toEqual([])
  })

  it('shows a phone the link first, and the code on request', async () => {
    const cinema = await site({ providers: ['self'] })
    const page = await visit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    await page.goto(`${cinema.origin}/film`)

    await page.getByRole('link', { name: 'Open Self' }).waitFor()
    expect(await page.getByRole('img').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Use another device instead' }).tap()
    await page.getByRole('img', { name: 'QR code that opens Self' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  it('shows a desktop a large code that reads back as the link, also from a tilted photo out of focus', async () => {
    const cinema = await site({ providers: ['self'] })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    const link = await page.locator('a[data-link]').first().getAttribute('href')

    expect(await readCode(page)).toBe(link)
    expect(await readPhoto(page, 0.6)).toBe(link)
    expect((await page.getByRole('img').boundingBox())?.width).toBeGreaterThan(380)
  })

  it('keeps even a large code inside its card', async () => {
    const excluded = ALL_COUNTRIES.slice(0, 40)
    const disclosures = { minAge: 18, issuingState: { excluded } }
    const cinema = await site({ providers: ['self'], appName: 'Ü'.repeat(64), disclosures })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    const [code, card] = await Promise.all([page.getByRole('img').boundingBox(), page.locator('main').boundingBox()])

    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
    expect(code?.x ?? 0).toBeGreaterThan(card?.x ?? 0)
  })

  it('tells a post that is verified to send its form again', async () => {
    const cinema = await site({ providers: ['test'] })
    const page = await visit()
    await page.goto(`${cinema.origin}/front`)
    await page.evaluate(() => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/film'
      document.body.append(form)
      form.submit()
    })
    await question(page)
    await page.getByRole('button', { name: 'Pass' }).click()

    await page.getByText('Please go back and send your form again.').waitFor()
  })

  const hasSdk = isZkSdkInstalled()
  it('starts ZKPassport in the page, with our script, our code and its relay only', async context => {
    if (!(await hasSdk)) return context.skip('SKIPPED: @zkpassport/sdk is not installed')
    execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/bundleZk.mjs', import.meta.url))], {
      stdio: 'pipe',
    })
    const relay = await aSilentRelay()
    const cinema = await site({
      providers: ['self', 'zk'],
      zk: { bridgeUrl: relay.url },
      disclosures: { minAge: 18, nationality: { included: ['FRA'] } },
    })
    const page = await visit()
    const { hosts, complaints } = watched(page)
    await page.goto(`${cinema.origin}/film`)

    await page.getByRole('radio', { name: 'ZKPassport' }).check()
    await page.getByRole('img', { name: 'QR code that opens ZKPassport' }).waitFor()
    const code = new URL(await readCode(page, 'zk'))
    const session = JSON.parse((await page.locator('#gate-data').textContent()) ?? '').session
    const asked = JSON.parse(atob(code.searchParams.get('c') ?? ''))

    expect([code.origin, code.searchParams.get('d'), code.searchParams.get('dev')]).toEqual([
      'https://zkpassport.id',
      'localhost',
      '1',
    ])
    expect(asked).toEqual({ age: { gte: 18 }, nationality: { in: ['FRA'] }, bind: { custom_data: session } })
    expect(relay.connections()).toBe(1)
    expect([...hosts]).toEqual([new URL(cinema.origin).host])
    expect(complaints).toEqual([])
    await relay.close()
  })
})
