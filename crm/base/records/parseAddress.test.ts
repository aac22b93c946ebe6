import { describe, expect, test } from 'vitest'
import { countryCode, formatAddress, parseAddress } from './parseAddress.ts'

/** What is written in front of `, 10115 Berlin, Germany`, and what is read of it. */
const BERLIN = { postal_code: '10115', locality: 'Berlin', country: 'Germany' }
const inBerlin = (front: string) => parseAddress(`${front}, 10115 Berlin, Germany`)

describe('streets', () => {
  test.each([
    ['Main Street 5', 'Main Street', '5'],
    ['Main Street  5', 'Main Street', '5'],
    ['Main Street 5a', 'Main Street', '5a'],
    ['Main Street 5 A', 'Main Street', '5 A'],
    ['Main Street 5-7', 'Main Street', '5-7'],
    ['Main Street 5a - 7 b', 'Main Street', '5a - 7 b'],
    ['Main Street 5/7', 'Main Street', '5/7'],
    ['Main Street 15-17', 'Main Street', '15-17'],
    ['Main Street 123', 'Main Street', '123'],
    ['5 Main Street', 'Main Street', '5'],
    ['5  Main Street', 'Main Street', '5'],
    ['221B Baker Street', 'Baker Street', '221B'],
    ['12-14b Baker Street', 'Baker Street', '12-14b'],
    ['12/14 Baker Street', 'Baker Street', '12/14'],
    ['1 1st Street', '1st Street', '1'],
    ['1 2nd Street', '2nd Street', '1'],
    ['1 3rd Street', '3rd Street', '1'],
    ['350 15th Avenue', '15th Avenue', '350'],
  ])('%s', (text, route, street_number) => expect(inBerlin(text)).toEqual({ route, street_number, ...BERLIN }))

  test.each([
    'Main Street',
    'Main Street 5 x 7',
    'Main 4 Street 5',
    '5',
    '5 4 Street',
    '5x7 Street',
    'Main Street5',
    'Main Street 5--7',
    '5 Main Street 7',
    '350 15 Avenue 3',
  ])('no street is read of %s', text => {
    const read = inBerlin(text)

    expect([read.route, read.street_number]).toEqual([undefined, undefined])
    expect(read).toMatchObject(BERLIN)
  })

  test('a street needs a town or a country behind it', () => {
    expect(parseAddress('Main Street 5')).toEqual({})
    expect(parseAddress('Main Street 5, Somewhere')).toEqual({})
    expect(parseAddress('Main Street 5, Germany')).toMatchObject({ route: 'Main Street', country: 'Germany' })
    expect(parseAddress('Main Street 5, 10115 Berlin')).toEqual({
      route: 'Main Street',
      street_number: '5',
      postal_code: '10115',
      locality: 'Berlin',
    })
  })
})

describe('rooms', () => {
  test.each([
    'Apt 4',
    'apartment 4B',
    'Suite 200',
    'Ste. 5',
    'Unit #7',
    'Floor 3',
    'Room 12-a',
    '# 9',
    '#9b',
    'Apt.4',
  ])('%s is one', text =>
    expect(parseAddress(`Main Street 5, ${text}, 10115 Berlin, Germany`)).toMatchObject({ subpremise: text }))

  test.each(['My apt 4', 'Apt 4 left', 'Suite', 'Flat 4'])('%s is none', text => {
    expect(parseAddress(`Main Street 5, ${text}, 10115 Berlin, Germany`).subpremise).toBeUndefined()
  })

  test('of two rooms neither is taken', () => {
    expect(parseAddress('Main Street 5, Apt 4, Floor 2, 10115 Berlin, Germany').subpremise).toBeUndefined()
  })
})

describe('towns', () => {
  test.each([
    ['10115 Berlin', { postal_code: '10115', locality: 'Berlin' }],
    ['1010 Wien', { postal_code: '1010', locality: 'Wien' }],
    ['D-10115 Berlin', { postal_code: 'D-10115', locality: 'Berlin' }],
    ['CH-8000 Zürich', { postal_code: 'CH-8000', locality: 'Zürich' }],
    ['1012 AB Amsterdam', { postal_code: '1012 AB', locality: 'Amsterdam' }],
    ['110 00 Praha', { postal_code: '110 00', locality: 'Praha' }],
    ['1234  New  Town', { postal_code: '1234', locality: 'New  Town' }],
    ['CA 94043', { admin_area_level_1: 'CA', postal_code: '94043' }],
    ['NY  10118-1234', { admin_area_level_1: 'NY', postal_code: '10118-1234' }],
    ['London SW1A 1AA', { locality: 'London', postal_code: 'SW1A 1AA' }],
    ['New  Town M11AE', { locality: 'New  Town', postal_code: 'M11AE' }],
    ['Leeds LS1 4DY', { locality: 'Leeds', postal_code: 'LS1 4DY' }],
    ['Leeds  LS1 4DY', { locality: 'Leeds', postal_code: 'LS1 4DY' }],
  ])('%s', (text, parts) => {
    expect(parseAddress(`Main Street 5, ${text}, Germany`)).toEqual({
      route: 'Main Street',
      street_number: '5',
      country: 'Germany',
      ...parts,
    })
  })

  test.each([
    '101156 Berlin',
    '101 Berlin',
    '10115 Berlin 2',
    'California 94043',
    'CA 940431',
    'CA 9404',
    'London SW1A',
    'London SW1A 1AAX',
    'London SW1-1AA',
    'Flat 5 London SW1A 1AA',
    'Mountain View CA 94043',
    '10115Berlin',
  ])('no town is read of %s', text => {
    const { postal_code, locality } = parseAddress(`Main Street 5, ${text}, Germany`)
    expect([postal_code, locality]).toEqual([undefined, undefined])
  })

  test('of two that read like towns neither is taken', () => {
    expect(parseAddress('Main Street 5, 10115 Berlin, 20095 Hamburg, Germany').postal_code).toBeUndefined()
  })

  test('the first of several parts is a street, never a town', () => {
    expect(parseAddress('10115 Berlin, Mitte, Germany')).toEqual({
      street_number: '10115',
      route: 'Berlin',
      locality: 'Mitte',
      country: 'Germany',
    })
    expect(parseAddress('10115 Berlin')).toEqual({ postal_code: '10115', locality: 'Berlin' })
  })

  test('a name before the state is the town, one with a number in it is not', () => {
    expect(parseAddress('5 Elm St, Springfield, IL 62701')).toMatchObject({ locality: 'Springfield' })
    expect(parseAddress('5 Elm St, Area 51, IL 62701').locality).toBeUndefined()
    expect(parseAddress('5 Elm St, Springfield, Shelby, IL 62701').locality).toBeUndefined()
  })
})

describe('what separates', () => {
  test('lines and commas, with any space around them, and nothing between two of them', () => {
    expect(parseAddress(' Main Street 5 ,\n , 10115 Berlin\nGermany ')).toEqual({
      route: 'Main Street',
      street_number: '5',
      ...BERLIN,
    })
  })

  test('what is empty is no part of it, at the end neither', () => {
    expect(parseAddress('Main Street 5,, Springfield, Germany,')).toEqual({
      route: 'Main Street',
      street_number: '5',
      locality: 'Springfield',
      country: 'Germany',
    })
    expect(parseAddress('Germany')).toEqual({ country: 'Germany' })
    expect(parseAddress('')).toEqual({})
  })

  test('a text longer than addresses are is left whole', () => {
    const street = (letters: number) => `${'x'.repeat(letters)} 5, 10115 Berlin, Germany`
    const others = street(0).length

    expect(parseAddress(street(255 - others))).toMatchObject(BERLIN)
    expect(parseAddress(street(256 - others))).toEqual({})
  })
})

describe('countries', () => {
  test.each([
    ['Germany', 'DE'],
    [' germany ', 'DE'],
    ['Deutschland', 'DE'],
    ['the Netherlands', 'NL'],
    ['The  Gambia', 'GM'],
    ['the United Kingdom', 'GB'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['England', 'GB'],
    ['Scotland', 'GB'],
    ['Wales', 'GB'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['Turkey', 'TR'],
    ['Österreich', 'AT'],
    ['Schweiz', 'CH'],
    ['España', 'ES'],
    ['Italia', 'IT'],
    ['Eesti', 'EE'],
    ['European Union', undefined],
    ['Eurozone', undefined],
    ['United Nations', undefined],
    ['Canary Islands', undefined],
    ['Unknown Region', undefined],
    ['Bathe', undefined],
    ['', undefined],
  ])('%s is %s', (name, code) => expect(countryCode(name)).toBe(code))
})

describe('written out', () => {
  test('in the order of an envelope, without what is missing', () => {
    const all = {
      subpremise: 'Apt 4',
      street_number: '5',
      route: 'Main Street',
      sublocality: 'Mitte',
      locality: 'Berlin',
      admin_area_level_1: 'Land',
      admin_area_level_2: 'Kreis',
      country: 'Germany',
      postal_code: '10115',
    }

    expect(formatAddress(all)).toBe('Main Street 5, Apt 4, Mitte, 10115 Berlin, Kreis, Land, Germany')
    expect(formatAddress({ route: 'Main Street', country: 'Germany' })).toBe('Main Street, Germany')
    expect(formatAddress({ locality: 'Berlin' })).toBe('Berlin')
    expect(formatAddress({})).toBe('')
  })
})
