import { json } from '@portico/kit/api/json'
import { NameText, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { updateProfile } from '../profile.ts'
import { CurrentUser } from '../v1/shape.ts'
import { findCurrentUser } from '../v1/store.ts'

const Line = Type.String({ maxLength: LIMITS.lineCharacters })

const updateCurrentUser = app({
  route: 'PUT /users/me',
  summary: 'Change what the calling user says about themselves: name, phone, language, time zone, currency',
  body: {
    name: optional(NameText),
    phone: optional(nullable(Line)),
    locale: optional(Line),
    timezone_name: optional(Line),
    default_currency: optional(CurrencyCode),
  },
  reply: CurrentUser,
  cost: 5,
  async run({ body }, crm) {
    await updateProfile(crm, body)
    return json<Static<typeof CurrentUser>>(await findCurrentUser(crm))
  },
})

export const profileOfCaller = [updateCurrentUser]
