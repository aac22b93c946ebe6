/** The parts of an address that have names of their own. */
export const ADDRESS_PARTS = [
  'subpremise',
  'street_number',
  'route',
  'sublocality',
  'locality',
  'admin_area_level_1',
  'admin_area_level_2',
  'country',
  'postal_code',
] as const

export type AddressPart = (typeof ADDRESS_PARTS)[number]

/** What people call them, and the address as a whole. */
export const ADDRESS_NAMES: Readonly<Record<AddressPart | 'formatted_address', string>> = {
  subpremise: 'Apartment or suite',
  street_number: 'House number',
  route: 'Street',
  sublocality: 'District',
  locality: 'City, town or village',
  admin_area_level_1: 'State or county',
  admin_area_level_2: 'Region',
  country: 'Country',
  postal_code: 'Postal code',
  formatted_address: 'Whole address',
}
export type AddressParts = Partial<Record<AddressPart, string>>

/**
 * Takes a plain text apart where its parts are unmistakable: `Main Street 5, 10115 Berlin, Germany`. Commas separate;
 * the country is known by name, the postal code by its place beside a town or a state. What could be read in two ways
 * is left out, and so is a text that is longer than addresses are.
 */
export function parseAddress(text: string): AddressParts {
  if (text.length > LONGEST_ADDRESS) return {}
  const segments = text
    .split(/[,\n]/)
    .map(segment => segment.trim())
    .filter(Boolean)
  const country = countryIn(segments.at(-1))
  const places = country === undefined ? segments : segments.slice(0, -1)
  const rooms = places.filter(isRoom)
  const rest = places.filter(segment => !isRoom(segment))
  const town = townIn(rest)
  // A street is only told from a town's name by what comes after it.
  const anchored = country !== undefined || town !== undefined
  const [first = '', ...between] = town ? rest.slice(0, town.at) : rest
  const street = anchored ? streetIn(first) : undefined
  const named = street ? between : [first, ...between].filter(Boolean)
  return {
    ...(rooms.length === 1 && rooms[0] !== undefined && { subpremise: rooms[0] }),
    ...street,
    ...town?.parts,
    // The one name left between street and country, or before a state, is the town.
    ...(anchored &&
      town?.parts.locality === undefined &&
      named.length === 1 &&
      isName(named[0]) && { locality: named[0] }),
    ...(country !== undefined && { country }),
  }
}

/** Some of the patterns below take time with the square of the length. */
const LONGEST_ADDRESS = 255

/** Parts in the order they are written on an envelope. */
export function formatAddress(parts: AddressParts): string {
  const { street_number, route, postal_code, locality } = parts
  return [
    [route, street_number],
    [parts.subpremise],
    [parts.sublocality],
    [postal_code, locality],
    [parts.admin_area_level_2],
    [parts.admin_area_level_1],
    [parts.country],
  ]
    .map(words => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')
}

const ROOM = /^(?:(?:apt|apartment|suite|ste|unit|floor|room)\.?\s*#?\s*[\w-]+|#\s*[\w-]+)$/i

function isRoom(segment: string): boolean {
  return ROOM.test(segment)
}

/** `Main Street 5`, `221B Baker Street`; not `5th Avenue 12 A 7`, which has numbers at both ends. */
function streetIn(segment: string): AddressParts | undefined {
  const behind = /^(\D+?)\s+(\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)?)$/i.exec(segment)
  if (behind) return { route: behind[1] ?? '', street_number: behind[2] ?? '' }
  const before = /^(\d+[a-z]?(?:[-/]\d+[a-z]?)?)\s+(\D+|\d+(?:st|nd|rd|th)\s\D+)$/i.exec(segment)
  if (before) return { street_number: before[1] ?? '', route: before[2] ?? '' }
  return undefined
}

interface Town {
  /** Which segment it is: the street stands before it. */
  at: number
  parts: AddressParts
}

/** `10115 Berlin`, `1012 AB Amsterdam`, `CA 94043` or `London SW1A 1AA`, when exactly one segment reads like that. */
function townIn(segments: readonly string[]): Town | undefined {
  const found = segments.flatMap((segment, at) => {
    const parts = at === 0 && segments.length > 1 ? undefined : townParts(segment)
    return parts ? [{ at, parts }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

function townParts(segment: string): AddressParts | undefined {
  const [, code, town] = /^((?:[A-Z]{1,2}-)?\d{4,5}(?:\s[A-Z]{2}(?=\s))?|\d{3}\s\d{2})\s+(\D+)$/.exec(segment) ?? []
  if (code && town) return { postal_code: code, locality: town }
  const [, state, zip] = /^([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/.exec(segment) ?? []
  if (state && zip) return { admin_area_level_1: state, postal_code: zip }
  const [, city, british] = /^(\D+?)\s+([A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/.exec(segment) ?? []
  if (city && british) return { locality: city, postal_code: british }
  return undefined
}

function isName(segment: string | undefined): segment is string {
  return segment !== undefined && !/\d/.test(segment)
}

function countryIn(segment: string | undefined): string | undefined {
  return segment !== undefined && countryCode(segment) !== undefined ? segment : undefined
}

/** The two-letter code of a country given by its English name or a common short form. The code alone may be a state: `CA`. */
export function countryCode(country: string): string | undefined {
  codes ??= loadCodes()
  return codes.get(
    country
      .trim()
      .toLowerCase()
      .replace(/^the\s+/, ''),
  )
}

let codes: Map<string, string> | undefined

const ALSO: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  'u.s.a.': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  españa: 'ES',
  italia: 'IT',
  eesti: 'EE',
}

/** Regions that are no countries, and codes that are kept for other uses. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ'])

function loadCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const known = new Map(Object.entries(ALSO))
  for (const first of letters)
    for (const second of letters) {
      const code = first + second
      const name = NOT_COUNTRIES.has(code) ? undefined : names.of(code)
      // Old codes answer with the name of what they became; the code in use comes back as itself.
      if (name && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`) known.set(name.toLowerCase(), code)
    }
  return known
}
