import { expect, test } from 'vitest'
import { addressFromV1, addressFromV2 } from './address.ts'
import { countryCode, formatAddress, parseAddress } from './parseAddress.ts'

test.each([
  [
    'Main Street 5, 10115 Berlin, Germany',
    { route: 'Main Street', street_number: '5', postal_code: '10115', locality: 'Berlin', country: 'Germany' },
  ],
  [
    '1600 Amphitheatre Parkway, Mountain View, CA 94043, USA',
    {
      route: 'Amphitheatre Parkway',
      street_number: '1600',
      locality: 'Mountain View',
      admin_area_level_1: 'CA',
      postal_code: '94043',
      country: 'USA',
    },
  ],
  [
    '350 5th Avenue, Suite 200, New York, NY 10118, United States',
    {
      street_number: '350',
      route: '5th Avenue',
      subpremise: 'Suite 200',
      locality: 'New York',
      admin_area_level_1: 'NY',
      postal_code: '10118',
      country: 'United States',
    },
  ],
  [
    '221B Baker Street, London NW1 6XE, United Kingdom',
    {
      street_number: '221B',
      route: 'Baker Street',
      locality: 'London',
      postal_code: 'NW1 6XE',
      country: 'United Kingdom',
    },
  ],
  [
    'Keizersgracht 12, 1012 AB Amsterdam, Netherlands',
    {
      route: 'Keizersgracht',
      street_number: '12',
      postal_code: '1012 AB',
      locality: 'Amsterdam',
      country: 'Netherlands',
    },
  ],
  [
    'Rävala pst 5, Tallinn, Estonia',
    { route: 'Rävala pst', street_number: '5', locality: 'Tallinn', country: 'Estonia' },
  ],
  ['Berlin, Germany', { locality: 'Berlin', country: 'Germany' }],
])('an unmistakable address is taken apart: %s', (text, parts) => {
  expect(parseAddress(text)).toEqual(parts)
})

test.each([
  'Somewhere nice',
  '12 Main St, Springfield',
  '10 Downing Street',
  'left of the church',
  '',
])('what can be read in two ways is left whole: %s', text => {
  expect(parseAddress(text)).toEqual({})
})

test('a row of names before the country is not guessed at', () => {
  expect(parseAddress('Brandenburg, Havel, Potsdam, Germany')).toEqual({ country: 'Germany' })
})

test('countries are known by name, short form and not by chance', () => {
  expect([countryCode('Germany'), countryCode('USA'), countryCode('the Netherlands')]).toEqual(['DE', 'US', 'NL'])
  expect([countryCode('Soviet Union'), countryCode('World'), countryCode('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('parts that are given are taken as they are, a text is made from them when there is none', () => {
  const address = addressFromV2({ locality: 'Berlin', country: 'Germany', postal_code: '10115' }, 'address')

  expect(address).toMatchObject({ value: '10115 Berlin, Germany', locality: 'Berlin', route: null, country_code: 'DE' })
  expect(formatAddress({ route: 'Main Street', street_number: '5' })).toBe('Main Street 5')
})

test('in v1 a part alone changes the address that is there, null clears it, silence leaves it', () => {
  const stored = addressFromV1({ address: 'Main Street 5, 10115 Berlin, Germany' }, 'address', null) ?? null

  expect(addressFromV1({ address_street_number: '7' }, 'address', stored)).toMatchObject({
    street_number: '7',
    route: 'Main Street',
    locality: 'Berlin',
  })
  expect(addressFromV1({ address: null }, 'address', stored)).toBeNull()
  expect(addressFromV1({ name: 'x' }, 'address', stored)).toBeUndefined()
})

test('400 naming the part that is none', () => {
  expect(() => addressFromV2({ planet: 'Mars' } as never, 'address')).toThrow('address.planet')
})
