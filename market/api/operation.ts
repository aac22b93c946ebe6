import { operationsOf } from '@portico/kit/api/operation'
import type { Market, SignedIn } from './context.ts'

/** Declares an operation that needs a token. */
export const operation = operationsOf<SignedIn>('market')

/** Declares an operation for everyone; `signIn: 'optional'` or `'none'` must be given. */
export const openOperation = operationsOf<Market>('market')
