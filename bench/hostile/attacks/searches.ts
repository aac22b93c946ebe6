import type { Attack } from '../attack.ts'

const TERMS = [
  '%25'.repeat(60),
  '_'.repeat(190),
  '%5C%25'.repeat(20),
  'a%20'.repeat(95),
  'ab%20'.repeat(60),
  '(((((((((((((((((((',
  "'%20or%201=1--",
  '%F0%9F%98%80'.repeat(15),
  '%EF%B7%BA'.repeat(20),
  'e%CC%81%CC%81%CC%81'.repeat(10),
  '%25a%25b%25c%25d%25e%25f%25g',
  'deal%20'.repeat(25),
]

/** Words that are hard to look for. */
export const searches: Attack[] = [
  {
    name: 'search for wildcards, accents, emoji, single letters',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(160, 8, n => ({
        path: `${['/api/v2/itemSearch', '/api/v2/deals/search', '/v1/persons/search', '/v1/itemSearch'][n % 4]}?term=${TERMS[n % TERMS.length]}`,
        as: 'crm',
      })),
  },
  {
    name: 'search for the most frequent word, with all related',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(80, 8, n => ({
        path: `/api/v2/itemSearch?term=${['deal', 'person', 'de'][n % 3]}&search_for_related_items=true&limit=100`,
        as: 'crm',
      })),
  },
  {
    name: 'search for 2,000 words',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) => flood(80, 8, n => ({ path: `/api/v2/itemSearch?term=${words(n, 7_500)}`, as: 'crm' })),
  },
  {
    name: 'search in the values of a field',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(80, 8, n => ({
        path: `/api/v2/itemSearch/field?entity_type=deal&field=title&match=middle&term=${['Deal', '__', '%25%25'][n % 3]}`,
        as: 'crm',
      })),
  },
  {
    name: 'search of the market for wildcards and mistyped words',
    kind: 'costly',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(300, 20, n => ({
        path:
          n % 3 === 0
            ? `/market?q=${TERMS[n % TERMS.length]}`
            : `/api/books/search/public/${n % 3 === 1 ? TERMS[n % TERMS.length] : words(n, 190)}`,
        from: n % 50,
      })),
  },
]

function words(seed: number, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let n = seed; text.length < length; n++)
    text += `${letters[n % 26]}${letters[(n * 7) % 26]}${letters[(n * 3) % 26]}%20`
  return text.slice(0, length - (length % 6))
}
