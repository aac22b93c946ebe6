import { faults } from '@portico/kit/api/validate'
import type { TSchema } from 'typebox'
import type { DocumentedOperation, Schema } from './document.ts'

export interface Answer {
  status: number
  type: string
  text: string
}

/** What is wrong with an answer; undefined when it is what the document says. */
export function judge(operation: DocumentedOperation, { status, type, text }: Answer): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 200)}`
  if (status === 204 || status === 304 || !type.startsWith('application/json')) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `answered ${status} with JSON that cannot be read: ${text.slice(0, 200)}`
  }
  const isSuccess = status < 400
  if (isSuccess && status !== operation.success.status)
    return `answered ${status}, its document says ${operation.success.status}`
  const schema: Schema | undefined = isSuccess ? operation.success.schema : operation.failure
  if (!schema) return undefined
  // What a document says is a JSON Schema, which is what the validator takes.
  const [first] = faults(schema as TSchema, body)
  return first && `answered ${status} outside its shape: ${first}`
}
