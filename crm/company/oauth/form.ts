import { contentType, parseForm, readText } from '@portico/kit/http/request'
import { refusal } from './refusal.ts'

/** The fields of a form; an empty one counts as absent (RFC 6749, section 3.2). */
export type Form = ReadonlyMap<string, string>

const MOST_BYTES = 20_000

/** Reads what a client sends to us: a form in which no field is repeated. */
export async function readClientForm(request: Request): Promise<Form> {
  if (contentType(request) !== 'application/x-www-form-urlencoded')
    throw refusal('invalid_request', 'send a form, with content-type application/x-www-form-urlencoded')
  const fields = new Map<string, string>()
  for (const [name, value] of parseForm(await readText(request, MOST_BYTES))) {
    if (fields.has(name)) throw refusal('invalid_request', `${name} is given twice`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}

export function required(form: Form, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw refusal('invalid_request', `${name} is missing`)
  return value
}
