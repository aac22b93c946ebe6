import type { Plan } from '../limits/plans.ts'
import type { Right } from './rights.ts'

/** Who is calling, with everything the access rules need to know. */
export interface Actor {
  companyId: number
  companyDomain: string
  /** Decides how much the company may call. */
  plan: Plan
  userId: number
  /** The person, who may be a user of other companies too. */
  accountId: number
  roleId: number
  /** Admin of the sales app: sees every record, sets up pipelines and fields. */
  isAdmin: boolean
  /** Admin of the projects app: sets up boards and phases. */
  isProjectsAdmin: boolean
  /** Admin of the account: people and their rights. */
  isAccountAdmin: boolean
  rights: ReadonlySet<Right>
  defaultCurrency: string
  /** Who sees a new record when nobody says: the setting of the actor's group, by kind of record. */
  defaultVisibility: Readonly<Record<string, number>>
  /** Scopes of the token; undefined opens everything the user may do. */
  scopes: readonly string[] | undefined
  /** The credential opens only what reads. */
  readOnly: boolean
  /** What the call counts against in the rate limits, and what the audit log names: token:7, session:12. */
  credential: string
  /** A person in the web app, or a program. */
  source: 'app' | 'api'
  /** A session that was begun with a code or a passkey beside the password. */
  twoFactors: boolean
  /** The company demands two factors, and this session was begun with one: it opens only what sets up the second. */
  lacksSecondFactor: boolean
  /** When the credential ends by itself. */
  expires: Date | undefined
  /** Users in the actor's own visibility group, in groups below it and in groups above it. */
  sameGroup: readonly number[]
  groupsBelow: readonly number[]
  groupsAbove: readonly number[]
  /** Pipelines that people of the actor's role do not see. */
  hiddenPipelines: readonly number[]
  /** What this very call has written, see `afterWriting`. */
  wrote?: Written
}

export interface Written {
  entity: string
  id: number | string
}
