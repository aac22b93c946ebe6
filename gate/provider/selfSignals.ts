import { SCALAR_FIELD } from './groth16.ts'

/** Documents Self knows that are passports or European identity cards. */
export type AttestationId = 1 | 2

/** What a proof states in public, taken out of its 21 signals. */
export interface SelfStatement {
  attestationId: bigint
  /** Same person, same scope, same number. */
  nullifier: bigint
  /** Root of the registry the document was found in. */
  root: bigint
  /** Day the proof was made, as days since 1970; undefined when the digits are no date. */
  day: number | undefined
  scopeHash: bigint
  userContextHash: bigint
  /** 0 when the age was not disclosed. */
  minimumAge: number
  /** Three letters as in the document; NUL characters where not disclosed. */
  nationality: string
  issuingState: string
  /** Issuing states the proof shows the document is not from, in the letters of documents. */
  excludedIssuingStates: readonly string[]
}

export const SIGNAL_COUNT = 21

/** Where things are: first signal of each group, and byte ranges in the revealed data. Both end exclusive. */
const LAYOUT = {
  1: {
    revealed: [0, 3],
    forbidden: [3, 7],
    nullifier: 7,
    id: 8,
    root: 9,
    date: 10,
    nationality: [54, 57],
    age: [88, 90],
  },
  2: {
    revealed: [0, 4],
    forbidden: [4, 8],
    nullifier: 8,
    id: 9,
    root: 10,
    date: 11,
    nationality: [45, 48],
    age: [90, 92],
  },
} as const
const ISSUING_STATE = [2, 5] as const
const SCOPE = 19
const USER_CONTEXT = 20

/** Bytes that fit into one signal. */
const BYTES_PER_SIGNAL = 31

export function readSelfSignals(attestationId: AttestationId, signals: readonly bigint[]): SelfStatement {
  const layout = LAYOUT[attestationId]
  const revealed = textOf(signals.slice(...layout.revealed))
  const at = (index: number) => signals[index] ?? 0n
  return {
    attestationId: at(layout.id),
    nullifier: at(layout.nullifier),
    root: at(layout.root),
    day: dayOf(signals.slice(layout.date, layout.date + 6)),
    scopeHash: at(SCOPE),
    userContextHash: at(USER_CONTEXT),
    minimumAge: numberIn(revealed.slice(...layout.age)),
    nationality: revealed.slice(...layout.nationality),
    issuingState: revealed.slice(...ISSUING_STATE),
    excludedIssuingStates: codesIn(textOf(signals.slice(...layout.forbidden))),
  }
}

/** 21 numbers inside the field, or undefined. Larger spellings of the same number would forge a new identity. */
export function signalsIn(value: unknown): bigint[] | undefined {
  if (!Array.isArray(value) || value.length !== SIGNAL_COUNT) return undefined
  const signals = value.map(wholeNumberIn)
  return signals.every(signal => signal !== undefined && signal < SCALAR_FIELD)
    ? signals.map(signal => signal ?? 0n)
    : undefined
}

/** Decimal text, or hexadecimal with or without its prefix when it has a letter: the relayer sends both. */
export function wholeNumberIn(value: unknown): bigint | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text.length > 80) return undefined
  if (/^\d+$/.test(text)) return BigInt(text)
  return /^(0x)?[0-9a-f]+$/i.test(text) ? BigInt(`0x${text.replace(/^0x/i, '')}`) : undefined
}

/** Packed with the first byte lowest. */
function textOf(signals: readonly bigint[]): string {
  return signals
    .map(signal =>
      Array.from({ length: BYTES_PER_SIGNAL }, (_, index) =>
        String.fromCharCode(Number((signal >> BigInt(8 * index)) & 0xffn)),
      ).join(''),
    )
    .join('')
}

/**
 * Each three letters are one code, as the circuit compared them. Whoever made the proof chose them all, so blanks are
 * not closed up: `PA_` beside `K__` would read as a country that the document was never compared with.
 */
function codesIn(text: string): string[] {
  return text.match(/.{3}/gs)?.filter(code => !code.includes('\0')) ?? []
}

function numberIn(digits: string): number {
  return /^\d+$/.test(digits) ? Number(digits) : 0
}

/** Six signals, one digit each: yymmdd. */
function dayOf(digits: readonly bigint[]): number | undefined {
  if (digits.length !== 6 || digits.some(digit => digit > 9n)) return undefined
  const [year, month, day] = [0, 2, 4].map(index => Number(digits[index]) * 10 + Number(digits[index + 1]))
  if (year === undefined || month === undefined || day === undefined) return undefined
  const time = Date.UTC(2000 + year, month - 1, day)
  // Date.UTC turns 31 February into March; that is no date.
  return new Date(time).getUTCMonth() === month - 1 && day > 0 ? time / 86_400_000 : undefined
}
