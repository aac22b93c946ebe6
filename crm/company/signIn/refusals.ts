import { failure } from '@portico/kit/api/failure'

/** One text for a wrong password, an unknown address and a person who is switched off: it tells strangers nothing. */
export function signInRefused() {
  return failure('unauthenticated', 'Wrong e-mail address or password', {
    field: 'password',
    hint: 'The e-mail address and the password are those that log in at /login. ',
  })
}
