/** What a person is known by in texts. */
export interface Words {
  names: readonly string[]
  addresses: readonly string[]
  phones: readonly string[]
}

/** A version of a person, as the table or the change log has it. */
export interface PersonFacts {
  name?: string | null
  first_name?: string | null
  last_name?: string | null
  emails?: readonly { value?: string | null }[] | null
  phones?: readonly { value?: string | null }[] | null
  im?: readonly { value?: string | null }[] | null
}

/** A shorter number may be anything: an amount, a year. */
const FEWEST_DIGITS = 6

/**
 * What texts are searched for when a person is to be forgotten: e-mail addresses, phone numbers, messenger names, and
 * names of at least two words. A single word is a name of many.
 */
export function wordsOf(versions: readonly PersonFacts[]): Words {
  const names = versions.flatMap(({ name, first_name, last_name }) => [
    name ?? '',
    ...(first_name && last_name ? [`${first_name} ${last_name}`] : []),
  ])
  const values = (key: 'emails' | 'phones' | 'im') =>
    versions.flatMap(version => version[key] ?? []).map(entry => (entry.value ?? '').trim())
  return {
    names: unique(names.map(name => name.trim()).filter(name => /\S\s+\S/.test(name))),
    addresses: unique([...values('emails'), ...values('im')].filter(value => value.includes('@') || value.length > 5)),
    phones: unique(values('phones').filter(phone => digitsOf(phone).length >= FEWEST_DIGITS)),
  }
}

/**
 * A pattern of PostgreSQL that finds the words in a text, however they are spaced; undefined when there are none. The
 * database knows upper and lower case of ASCII alone, so others are given in both.
 */
export function patternOf({ names, addresses, phones }: Words): string | undefined {
  const found = [
    ...names
      .flatMap(spellings)
      .flatMap(name => [`${NO_WORD_BEFORE}${spaced(name)}${NO_WORD_AFTER}`, lastNameFirst(name)]),
    ...addresses
      .flatMap(spellings)
      .map(address => `(?<![[:alnum:]._%+-])${quoted(address)}(?![[:alnum:]_-]|\\.[[:alnum:]])`),
    ...phones.map(phone => `(?<![[:alnum:]])\\+?${spacedDigits(phone)}(?![[:alnum:]])`),
  ]
  return found.length === 0 ? undefined : found.join('|')
}

/**
 * A pattern that finds all of these texts and a few more, in a fraction of the time: PostgreSQL looks around a place by
 * trying each one, but goes through a text for plain words once.
 */
export function roughPatternOf({ names, addresses, phones }: Words): string | undefined {
  const found = [
    ...names.flatMap(spellings).flatMap(name => [spaced(name), turned(name)]),
    ...addresses.flatMap(spellings).map(quoted),
    ...phones.map(spacedDigits),
  ]
  return found.length === 0 ? undefined : found.join('|')
}

const NO_WORD_BEFORE = '(?<![[:alnum:]_-])'
const NO_WORD_AFTER = '(?![[:alnum:]_-])'

/** `Meyer, Anna`, where no word stands on either side: in `Bo Meyer, Anna Berg` it is two others. */
function lastNameFirst(name: string): string {
  return `${NO_WORD_BEFORE}(?<![[:alnum:]][[:space:]])${turned(name)}${NO_WORD_AFTER}(?![[:space:]]+[[:alnum:]])`
}

function turned(name: string): string {
  const words = name.split(/\s+/)
  return `${quoted(words.at(-1) ?? '')},?\\s+${spaced(words.slice(0, -1).join(' '))}`
}

function spacedDigits(phone: string): string {
  return [...digitsOf(phone)].join('[^[:alnum:]]{0,3}')
}

/** As it is, in both cases, and as JSON and HTML write it. */
function spellings(text: string): string[] {
  const cases = [text, text.toLowerCase(), text.toUpperCase()]
  const html = (word: string) => word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return unique(cases.flatMap(word => [word, JSON.stringify(word).slice(1, -1), html(word)]))
}

function spaced(name: string): string {
  return name.split(/\s+/).map(quoted).join('(?:\\s|&nbsp;)+')
}

function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter(value => value !== ''))]
}
