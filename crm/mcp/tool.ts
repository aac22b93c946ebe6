import type { Method } from '@portico/kit/api/operation'
import type { Ask, Reply } from './askOperation.ts'

/** What an assistant can call: an operation with those of its inputs that make sense to an assistant. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly api: 'crm-v1' | 'crm-v2'
  /** The operation, as it is declared: types, rights and rules of the inputs come from there. */
  readonly route: `${Method} /${string}`
  readonly takes: readonly string[]
  /** Inputs that this tool demands although the operation does not. */
  readonly needs?: readonly string[]
  /** What is sent with every call. */
  readonly sends?: Readonly<Record<string, unknown>>
  /** Fields of each record on a list; everything that has a value unless given. */
  readonly shows?: readonly string[]
  /** Puts the answer together, where the one of the operation is not what an assistant asks for. */
  gather?(ask: Ask, given: Readonly<Record<string, unknown>>): Promise<Reply>
}

export const writes = ({ route }: Tool): boolean => !route.startsWith('GET ')
