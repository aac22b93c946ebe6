import type { Target } from './target.ts'

/** The manner of an attack; the table is read by it. */
export type Kind =
  | 'slow'
  | 'huge'
  | 'deep'
  | 'many'
  | 'repeated'
  | 'compressed'
  | 'malformed'
  | 'half closed'
  | 'never read'
  | 'costly'

/** One way to harm the server. Bounded in what it sends; the runner bounds its time. */
export interface Attack {
  name: string
  kind: Kind
  product: 'crm' | 'market' | 'gate' | 'all'
  signedIn: boolean
  /** Work of the attacker's own that is done before anything is measured. */
  prepare?(): void
  run(target: Target): Promise<void>
}
