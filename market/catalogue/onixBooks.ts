import { failure } from '@portico/kit/api/failure'
import { attributeOf, xmlTokens } from '@portico/kit/files/xlsx/xmlTokens'
import type { PlacedBook } from './csvBooks.ts'

/** ONIX 3 has a long and a short name for each element. Short ones are read as if they were long. */
const LONG: Readonly<Record<string, string>> = {
  product: 'Product',
  a001: 'RecordReference',
  productidentifier: 'ProductIdentifier',
  b221: 'ProductIDType',
  b244: 'IDValue',
  titledetail: 'TitleDetail',
  b202: 'TitleType',
  titleelement: 'TitleElement',
  b203: 'TitleText',
  b030: 'TitlePrefix',
  b031: 'TitleWithoutPrefix',
  b029: 'Subtitle',
  contributor: 'Contributor',
  b035: 'ContributorRole',
  b036: 'PersonName',
  b037: 'PersonNameInverted',
  b047: 'CorporateName',
  b057: 'EditionNumber',
  price: 'Price',
  j151: 'PriceAmount',
  j152: 'CurrencyCode',
}

/** A composite of a product that is read whole before it is known whether it counts. */
const COMPOSITES = new Set(['ProductIdentifier', 'TitleDetail', 'Contributor', 'Price'])
const MOST_TEXT = 2000

interface Read {
  reference: string
  isbn: string
  title: string
  authors: string[]
  edition: string
  price: string
}

/** Reads the products of an ONIX 3 message one by one, in reference and in short tags. */
export async function* onixBooks(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<PlacedBook> {
  let count = 0
  let product: Read | undefined
  let composite: { name: string; fields: Map<string, string> } | undefined
  let element = ''
  let text = ''
  for await (const tokens of xmlTokens(open(), noXml))
    for (const token of tokens) {
      if (token.type === 'text') {
        if (element && text.length < MOST_TEXT) text += token.text
        continue
      }
      const name = LONG[token.name] ?? token.name
      if (token.type === 'open') {
        if (token.isEmpty) continue
        if (/^ONIXmessage$/i.test(name)) requireThree(token.attributes)
        if (name === 'Product') {
          count++
          product = { reference: '', isbn: '', title: '', authors: [], edition: '', price: '' }
        }
        if (product && COMPOSITES.has(name)) composite = { name, fields: new Map() }
        element = name
        text = ''
        continue
      }
      if (product && name === element) {
        if (composite && !composite.fields.has(name)) composite.fields.set(name, text.trim())
        if (name === 'RecordReference') product.reference = text.trim()
        if (name === 'EditionNumber') product.edition = text.trim()
      }
      if (product && composite && name === composite.name) {
        take(product, composite)
        composite = undefined
      }
      if (product && name === 'Product') {
        yield { place: placeOf(count, product.reference), raw: rawOf(product) }
        product = undefined
      }
      element = ''
    }
  if (count === 0) throw failure('invalid', 'The file has no products: it is no ONIX message, or an empty one')
}

/** Earlier versions name nearly everything otherwise, and each product would be told to have no ISBN. */
function requireThree(attributes: string): void {
  const release = attributeOf(attributes, 'release') ?? ''
  if (release.startsWith('3')) return
  throw failure('unsupported', `The file is ONIX ${release || '2'}, which is not read: ask for ONIX 3`)
}

function noXml() {
  return failure('invalid', 'The file cannot be read: it ends too early, is no XML or is not written in UTF-8')
}

function placeOf(count: number, reference: string): string {
  return reference ? `product ${count} (${reference.slice(0, 60)})` : `product ${count}`
}

function take(product: Read, { name, fields }: { name: string; fields: Map<string, string> }): void {
  const field = (one: string) => fields.get(one) ?? ''
  // 15 is an ISBN-13, 03 an EAN, 02 an ISBN-10; the first of these counts.
  if (name === 'ProductIdentifier' && ['15', '03', '02'].includes(field('ProductIDType')))
    product.isbn = field('ProductIDType') === '15' ? field('IDValue') : product.isbn || field('IDValue')
  if (name === 'TitleDetail' && product.title === '' && ['01', ''].includes(field('TitleType')))
    product.title = titleOf(field)
  if (name === 'Contributor' && ['A01', 'B01', ''].includes(field('ContributorRole')))
    product.authors.push(field('PersonName') || field('PersonNameInverted') || field('CorporateName'))
  if (name === 'Price' && product.price === '' && ['USD', ''].includes(field('CurrencyCode')))
    product.price = field('PriceAmount')
}

function titleOf(field: (name: string) => string): string {
  const title = field('TitleText') || `${field('TitlePrefix')} ${field('TitleWithoutPrefix')}`.trim()
  return field('Subtitle') ? `${title}: ${field('Subtitle')}` : title
}

function rawOf({ isbn, title, authors, edition, price }: Read) {
  return { isbn, name: title, edition, authors: authors.filter(Boolean).slice(0, 5).join(', '), price, courses: [] }
}
