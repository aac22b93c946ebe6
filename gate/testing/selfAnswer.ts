import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { toHex } from '../bytes.ts'
import { selfScopeHash } from '../provider/selfScope.ts'
import { trapdoor } from './trapdoor.ts'

const { key, prove } = trapdoor(21)

/** Give these to `config.self.verificationKeys` and `aSelfAnswer` is believed. */
export const TEST_KEYS = { 1: key, 2: key }

export interface SelfFacts {
  attestationId: 1 | 2
  sessionId: string
  domain: string
  scope: string
  /** yymmdd */
  date: string
  age: string
  nationality: string
  issuingState: string
  excluded: readonly string[]
  nullifier: bigint
  root: bigint
}

/** What Self's relayer would post about such a person. */
export function aSelfAnswer(facts: Partial<SelfFacts> & Pick<SelfFacts, 'sessionId'>) {
  const all: SelfFacts = {
    attestationId: 1,
    domain: 'https://shop.example',
    scope: 'gate',
    date: '251115',
    age: '18',
    nationality: '\0\0\0',
    issuingState: '\0\0\0',
    excluded: [],
    nullifier: 123_456_789n,
    root: 42n,
    ...facts,
  }
  const userContextData = `${(42_220).toString(16).padStart(64, '0')}${all.sessionId.replaceAll('-', '').padStart(64, '0')}`
  const signals = signalsOf(all, userContextData)
  return answerOf(all.attestationId, signals, userContextData)
}

export function answerOf(attestationId: number, signals: readonly bigint[], userContextData: string) {
  const { a, b, c } = prove(signals)
  const proof = { a: a.map(String), b: b.map(part => part.map(String)), c: c.map(String) }
  return { attestationId, proof, publicSignals: signals.map(String), userContextData }
}

function signalsOf(facts: SelfFacts, userContextData: string): bigint[] {
  const isPassport = facts.attestationId === 1
  const revealed = new Uint8Array(isPassport ? 93 : 124)
  write(revealed, 2, facts.issuingState)
  write(revealed, isPassport ? 54 : 45, facts.nationality)
  write(revealed, isPassport ? 88 : 90, facts.age)
  const forbidden = new Uint8Array(124)
  write(forbidden, 0, facts.excluded.join(''))
  const context = BigInt(`0x${toHex(ripemd160(sha256(hexToBytes(userContextData))))}`)
  const head = [...packed(revealed), ...packed(forbidden), facts.nullifier, BigInt(facts.attestationId), facts.root]
  const date = Array.from(facts.date, digit => BigInt(digit))
  const smtRoots = isPassport ? [7n, 8n, 9n] : [8n, 9n]
  return [...head, ...date, ...smtRoots, selfScopeHash(facts.domain, facts.scope), context]
}

function write(bytes: Uint8Array, offset: number, text: string): void {
  bytes.set(
    Array.from(text, character => character.charCodeAt(0)),
    offset,
  )
}

function packed(bytes: Uint8Array): bigint[] {
  return Array.from({ length: bytes.length / 31 }, (_, index) =>
    bytes.slice(index * 31, (index + 1) * 31).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n),
  )
}
