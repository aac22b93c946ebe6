import type { Sql } from '@portico/kit/database/sql'
import { SOURCE_TOKEN } from '../../base/access/sourceToken.ts'
import { WEBHOOK_PASSWORD, WEBHOOK_SECRET } from '../../base/access/webhookSecrets.ts'
import { ACCOUNT_SECRET } from '../../work/mailAccounts/rules.ts'
import { APP_SECRET } from '../oauth/createApp.ts'
import { SECOND_FACTOR } from '../signIn/secondFactor.ts'

/* For whoever runs the server: what is sealed with its secret, in all companies. */

export interface SealedSecret {
  id: number
  sealed: Uint8Array
}

/** A column of sealed secrets that are kept for good. */
export interface SealedColumn {
  /** As the database names it. */
  name: `${string}.${string}`
  purpose: string
  /** The next of them by their ids. */
  list(sql: Sql, after: number, most: number): Promise<SealedSecret[]>
  /** Puts another in the place of one, unless that was changed meanwhile. */
  replace(sql: Sql, before: SealedSecret, sealed: Uint8Array): Promise<void>
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedIn('mail_account', 'secret_sealed', ACCOUNT_SECRET),
  sealedIn('account', 'totp_sealed', SECOND_FACTOR),
  sealedIn('oauth_app', 'secret_sealed', APP_SECRET),
  sealedIn('webhook', 'secret_sealed', WEBHOOK_SECRET),
  sealedIn('webhook', 'old_secret_sealed', WEBHOOK_SECRET),
  sealedIn('webhook', 'http_auth_password_sealed', WEBHOOK_PASSWORD),
  sealedIn('asked_move', 'token_sealed', SOURCE_TOKEN, 'company_id'),
]

function sealedIn(table: string, column: string, purpose: string, key = 'id'): SealedColumn {
  return {
    name: `${table}.${column}`,
    purpose,
    list: (sql, after, most) => sql<SealedSecret[]>`
      /* all companies: a new secret of the server is for everything it has sealed */
      select ${sql(key)} as id, ${sql(column)} as sealed from crm.${sql(table)}
      where ${sql(key)} > ${after} and ${sql(column)} is not null order by 1 limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.${sql(table)} set ${sql(column)} = ${sealed} where ${sql(key)} = ${id} and ${sql(column)} = ${before}`
    },
  }
}
