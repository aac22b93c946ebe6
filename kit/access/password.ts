import { hash, verify } from '@node-rs/argon2'
import { failure } from '../api/failure.ts'
import { atMost } from '../jobs/atMost.ts'

/*
 * Argon2id with the parameters OWASP gives as its minimum: 19 MiB of memory, two passes, one thread. Memory is what a
 * graphics card is short of, so guessing stolen hashes stays slow; 19 MiB is what a small server can spend on a log-in.
 * A hash carries its parameters, so older hashes stay good when these are raised.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Three at once are 57 MiB, and leave one of the four threads Node has for such work to files and names. A flood of
 * log-ins waits in line (some four seconds of it), and past the line is told to come back. New passwords have a line of
 * their own: whoever logs in does not wait behind everybody who signs up.
 */
const hashing = atMost(3, 100)
const NEW = 'new passwords'
const GIVEN = 'given passwords'

const SHORTEST = 8
const LONGEST = 200

/** The one rule for new passwords, with the reason when it is broken. Length is what counts; characters are free. */
export function checkPasswordRule(plain: string, field = 'password'): void {
  const length = [...plain].length
  if (length < SHORTEST) throw failure('invalid', `The password needs at least ${SHORTEST} characters`, { field })
  if (length > LONGEST) throw failure('invalid', `The password may have at most ${LONGEST} characters`, { field })
}

/** @example await sql`insert into member (email, password) values (${email}, ${await hashPassword(plain)})` */
export async function hashPassword(plain: string): Promise<string> {
  checkPasswordRule(plain)
  return hashing(() => hash(normalised(plain), COST), NEW)
}

export async function checkPassword(stored: string, plain: string): Promise<boolean> {
  if (plain.length > LONGEST * 2) return checkAgainstNothing('')
  return hashing(() => verify(stored, normalised(plain)), GIVEN)
}

/**
 * Takes as long as a check and is always false. For a log-in without an account, so that the time of the answer does
 * not tell which addresses have one.
 */
export async function checkAgainstNothing(plain: string): Promise<false> {
  await hashing(() => verify(HASH_OF_NOTHING, normalised(plain.slice(0, LONGEST * 2))), GIVEN)
  return false
}

/** The hash, at the same cost, of a random password nobody has kept. */
export const HASH_OF_NOTHING =
  '$argon2id$v=19$m=19456,t=2,p=1$mo0WnbbnDgw7uw5ZE0fSMA$TJTYpUK3V/EQphHkQbdycIGE4Ysh0kQwQWdmxppaO5o'

/** The same letters typed on another system may come as other code points. */
function normalised(plain: string): string {
  return plain.normalize('NFKC')
}
