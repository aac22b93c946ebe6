import { optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'

/** Free text of bounded length. `line` refuses an empty one, with a message a person understands. */
export function text(maxLength: number) {
  return Type.String({ maxLength })
}

export const Email = Type.String({ minLength: 3, maxLength: 320 })
export const Password = Type.String({ minLength: 1, maxLength: 400 })
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

export const SignupFields = {
  emailAddress: Email,
  password: Password,
  firstName: text(80),
  lastName: text(80),
  university: text(120),
  /** Campus mailbox. `CMCBox` is its older name. */
  CMC: optional(text(40)),
  CMCBox: optional(text(40)),
  venmoUsername: text(80),
}

export type SignupForm = Static<TObject<typeof SignupFields>>

/** Shown before an address is confirmed, so that its owner sees what somebody signed up with. */
export const WhoSignedUp = {
  emailAddress: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  university: Type.String(),
}

/** The reply of operations without data of their own: a text that may be shown to the person. */
export const Message = Type.Object({ message: Type.String() })
