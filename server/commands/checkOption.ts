import { checkPasswordRule } from '@portico/kit/access/password'
import { isFailure } from '@portico/kit/api/failure'
import { problem } from '../config/problem.ts'

/* What somebody mistyped is refused in one line that names the option, before the database is opened. */

export function checkEmail(option: string, email: string): void {
  const isAddress = email.length <= 254 && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email)
  if (!isAddress) throw problem(`${option}: "${shown(email)}" is not an e-mail address`)
}

export function checkName(option: string, name: string): void {
  const isName = name.trim() !== '' && name.length <= 255 && !/\p{Cc}/u.test(name)
  if (!isName) throw problem(`${option}: "${shown(name)}" is not a name: 1 to 255 characters, none of them invisible`)
}

/** The password itself is not repeated. */
export function checkPassword(option: string, password: string): void {
  try {
    checkPasswordRule(password)
  } catch (error) {
    throw isFailure(error) ? problem(`${option}: ${error.message}`) : error
  }
}

/** What somebody typed, short and harmless to a terminal. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '?').slice(0, 60)
}
