import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { buy, post } from '../testing/books.ts'
import { searchesOf } from '../testing/savedSearches.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const { found, later, listed, mailsOf, saved } = searchesOf(market)
const seller = await market.member()

describe('the mail of a saved search', () => {
  test('gathers the new books that are still on sale, at most once a day', async () => {
    const [member, buyer] = [await market.member(), await market.member()]
    await saved(member, { name: 'Music', query: 'harmony' })
    const posted = (name: string) => post(market, seller, { name, course: 'MUS 110', price: 12 })
    await posted('Harmony one')
    await posted('Harmony two')
    await buy(market, buyer, await posted('Harmony sold'))

    const first = await mailsOf(member)
    await posted('Harmony three')
    later(23)
    const tooEarly = await mailsOf(member)
    later(2)
    await posted('Harmony four')
    const second = await mailsOf(member)
    const third = await mailsOf(member)

    expect([first.length, tooEarly.length, second.length, third.length]).toEqual([1, 1, 2, 2])
    expect(first[0]?.subject).toBe('2 new books for “Music”')
    expect(first[0]?.text).toMatch(/Harmony two\nMUS 110 · Good · \$12.*Harmony one/s)
    expect(first[0]?.text).not.toContain('sold')
    expect(second[1]?.text).toMatch(/Harmony four.*Harmony three/s)
    expect(second[1]?.text).not.toContain('Harmony one')
  })

  test('does not come for a deleted search, nor to somebody who was suspended meanwhile', async () => {
    const [deleter, suspended] = [await market.member(), await market.member()]
    const id = await saved(deleter, { query: 'geography' })
    await saved(suspended, { query: 'geography' })
    await post(market, seller, { name: 'Geography' })
    expect([await found(deleter), await found(suspended)].map(all => all.length)).toEqual([1, 1])

    await market.send('/user/deleteSavedSearch', { searchID: id }, deleter)
    await market.sql`update market.account set suspended_at = now() where id = ${suspended.id}`

    expect([await mailsOf(deleter), await mailsOf(suspended)]).toEqual([[], []])
  })

  test('ends by its link: a page on GET and HEAD, one click or the button on POST; notices go on', async () => {
    const member = await market.member()
    await saved(member, { query: 'ecology' })
    await post(market, seller, { name: 'Ecology' })
    const [mail] = await mailsOf(member)
    const link = mail?.links.find(one => one.includes('/market/unsubscribe-search/')) ?? ''
    const ask = (method: string, url = link) => market.fetch(new Request(url, { method }))

    const pages = [await ask('GET'), await ask('HEAD'), await ask('POST', `${link.slice(0, -1)}x`)]
    const before = (await listed(member))[0].mail
    const done = await ask('POST')
    later(25)
    await post(market, seller, { name: 'Ecology again' })

    const head = (await readFile(mail?.file ?? '', 'utf8')).replace(/\r?\n\s+/g, ' ')
    expect(head).toContain(`List-Unsubscribe: <${link}>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404])
    expect([before, done.status, (await listed(member))[0].mail]).toEqual([true, 200, false])
    expect(await mailsOf(member)).toHaveLength(1)
    expect(await found(member)).toHaveLength(2)
  })
})
