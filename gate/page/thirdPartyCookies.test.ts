import { describe, it } from 'vitest'
import { BROWSER_NOTE, hasBrowser } from '../testing/browser.ts'
import { answerFromPhone, cinemas, film, question } from '../testing/cinemas.ts'

describe.skipIf(!hasBrowser)(`where third-party cookies are blocked${BROWSER_NOTE}`, { timeout: 400_000 }, () => {
  const { site, visit } = cinemas(['--test-third-party-cookie-phaseout'])

  it('lets through whoever answers', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)
  })
})
