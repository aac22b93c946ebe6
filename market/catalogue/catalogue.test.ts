import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { idsOf, matchesOf, post, requestBook } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { importCatalogue } from './importCatalogue.ts'

const market = await startTestMarket()
const member = await market.member()

/** In pieces, as a file is read: a row or a tag may be cut anywhere. */
async function bring(text: string, piece = 7) {
  const wrong: string[] = []
  const bytes = new TextEncoder().encode(text)
  async function* open() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const counted = await importCatalogue(market.sql, {
    open,
    now: market.clock.now,
    tellWrong: line => wrong.push(line),
  })
  return { ...counted, told: wrong }
}

const lookUp = async (isbn: string) => (await market.get(`/books/lookUp/${isbn}`, member)).data.book

const CSV = `Dept;Course Number;ISBN-13;Title;Author;Edition;List Price
MTH;161;978-0-306-40615-7;"Calculus; with
line ends";Stewart, James;8th;$1,299.50
MTH;162;9780306406157;Calculus revisited;Stewart;8;
CHM;203;not an isbn;Organic Chemistry;Clayden;2;80

CHM;203;9780306406158;Wrong digit;;;
BIO;110;0131103628;;;;
BIO;110;0-13-110362-8;Campbell Biology;Urry;11e;150
`

describe('the CSV of a bookstore', () => {
  test('is stored with its courses; bad rows are named by line; again changes nothing', async () => {
    const first = await bring(CSV)
    const before = await market.sql`select isbn13, name, courses from market.catalogue_book order by 1`
    const second = await bring(CSV, 1000)

    expect(first).toMatchObject({ added: 2, known: 0, wrong: 3 })
    expect(first.told).toEqual([
      'line 5: not an isbn is no ISBN',
      'line 7: 9780306406158: The check digit of this ISBN is wrong',
      'line 8: no title',
    ])
    expect(second).toMatchObject({ added: 0, known: 2 })
    expect(await market.sql`select isbn13, name, courses from market.catalogue_book order by 1`).toEqual(before)
    expect(await lookUp('0-306-40615-2')).toEqual({
      name: 'Calculus revisited',
      edition: 8,
      course: 'MTH 161',
      ISBN: '9780306406157',
      averagePrice: null,
      authors: 'Stewart',
      listPrice: null,
      courses: ['MTH 161', 'MTH 162'],
      source: 'catalogue',
    })
  })

  test('without a title column is refused', async () => {
    await expect(bring('ISBN,Course\n9780306406157,MTH 161\n')).rejects.toThrow('needs a column Title')
  })
})

const product = (isbn: string, title: string) => `
  <Product><RecordReference>ref-${isbn}</RecordReference>
    <ProductIdentifier><ProductIDType>03</ProductIDType><IDValue>ignored</IDValue></ProductIdentifier>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>
        <TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>${title}</TitleWithoutPrefix><Subtitle>A story</Subtitle>
      </TitleElement></TitleDetail>
      <Contributor><ContributorRole>A01</ContributorRole><PersonName>Ada &amp; Co</PersonName></Contributor>
      <Contributor><ContributorRole>B06</ContributorRole><PersonName>A translator</PersonName></Contributor>
      <EditionNumber>3</EditionNumber>
    </DescriptiveDetail>
    <ProductSupply><SupplyDetail><Price><PriceAmount>59.90</PriceAmount><CurrencyCode>USD</CurrencyCode></Price></SupplyDetail></ProductSupply>
  </Product>`

const SHORT: Record<string, string> = {
  Product: 'product',
  RecordReference: 'a001',
  ProductIdentifier: 'productidentifier',
  ProductIDType: 'b221',
  IDValue: 'b244',
  TitleDetail: 'titledetail',
  TitleType: 'b202',
  TitleElement: 'titleelement',
  TitlePrefix: 'b030',
  TitleWithoutPrefix: 'b031',
  Subtitle: 'b029',
  Contributor: 'contributor',
  ContributorRole: 'b035',
  PersonName: 'b036',
  EditionNumber: 'b057',
  Price: 'price',
  PriceAmount: 'j151',
  CurrencyCode: 'j152',
}

describe('ONIX 3', () => {
  test.each([
    ['reference tags', '9780262033848', (text: string) => text],
    [
      'short tags',
      '9780131101630',
      (text: string) => text.replace(/(<\/?)(\w+)/g, (_, open, name) => `${open}${SHORT[name] ?? name}`),
    ],
  ])('in %s', async (_, isbn, tags) => {
    const text = tags(
      `<?xml version="1.0"?>\n<ONIXMessage release="3.0">${product(isbn, 'Word')}${product('12', 'Bad')}</ONIXMessage>`,
    )

    const counted = await bring(text)

    expect(counted).toMatchObject({ added: 1, wrong: 1, told: ['product 2 (ref-12): 12 is no ISBN'] })
    expect(await lookUp(isbn)).toMatchObject({
      name: 'The Word: A story',
      edition: 3,
      authors: 'Ada & Co',
      listPrice: 59.9,
    })
  })
})

test.each([
  [
    '<?xml version="1.0"?><!DOCTYPE ONIXMessage [<!ENTITY a "b">]><ONIXMessage release="3.0"/>',
    /^The file declares ent/,
  ],
  ['<ONIXMessage release="3.0"><Product><RecordRef', /^The file cannot be read: it ends too early/],
  ['<ONIXMessage release="2.1"><Product></Product></ONIXMessage>', /^The file is ONIX 2\.1/],
  ['<ONIXMessage><Product></Product></ONIXMessage>', /^The file is ONIX 2,/],
  ['<html><body>Not found</body></html>', /^The file has no products/],
  ['PK\u0003\u0004 and so on', /^The file is a workbook/],
  ['Barcode,Author\n1,2', /^The first line needs a column Title; it has Barcode, Author$/],
])('%s is refused in words about the file', async (text, said) => {
  await expect(bring(text)).rejects.toThrow(said)
})

test('a DOCTYPE that only names its kind is passed over, and an ISBN a spreadsheet shortened is told as one', async () => {
  const named = `<!DOCTYPE ONIXMessage SYSTEM "onix.dtd"><ONIXMessage release="3.0">${product('9780201896831', 'Art')}</ONIXMessage>`

  expect(await bring(named)).toMatchObject({ added: 1, wrong: 0 })
  expect((await bring('ISBN,Title\n9.78026E+12,Short')).told).toEqual([
    expect.stringMatching(/^line 2: 9\.78026E\+12 was an ISBN before a spreadsheet shortened it/),
  ])
})

test('an ISBN of the catalogue fills the form of a seller, with what sellers asked for it', async () => {
  await post(market, member, { name: 'campbell bio', ISBN: '9780131103627', price: 40 })

  const html = await (await askPage(market, '/sell?isbn=0131103628', { member })).text()

  expect(html).toContain('value="Campbell Biology"')
  expect(html).toContain('value="BIO 110"')
  expect(html).toContain('value="11"')
  expect(html).toContain('value="Urry"')
  expect(html).toContain('Filled in from the catalogue. Sellers asked for $40.00 on average. New it is $150.00.')
})

test('the catalogue names the author of a book and of a request by their ISBN; both are told apart by it', async () => {
  const student = await market.member()
  const asked = await requestBook(market, student, { name: 'Biology', ISBN: '978-0-13-110362-7' })

  const other = await post(market, member, { name: 'Biology', author: 'Robert Brooker', course: 'BIO 2' })
  const same = await post(market, member, { name: 'Biology', author: 'Lisa Urry', course: 'BIO 3' })
  const named = await post(market, member, { name: 'No title of it', course: 'BIO 4', ISBN: '0131103628' })

  const { data: requests } = await market.get('/user/getRequests', student)
  expect(requests.requests).toMatchObject([{ _id: asked, author: 'Urry' }])
  expect((await market.get(`/books/getBook/${named}`)).data.book).toMatchObject({ author: 'Urry' })
  const found = (await matchesOf(market, student)).map(book => book._id)
  expect(found).toEqual(expect.arrayContaining([same, named]))
  expect(found).not.toContain(other)
  expect(idsOf(await market.get('/books/search/public/brooker'))).toEqual([other])
})
