import type { Sql } from '@portico/kit/database/sql'
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
  {
    name: 'mail_account.secret_sealed',
    purpose: ACCOUNT_SECRET,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, secret_sealed as sealed from crm.mail_account where id > ${after} order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.mail_account set secret_sealed = ${sealed} where id = ${id} and secret_sealed = ${before}`
    },
  },
  {
    name: 'account.totp_sealed',
    purpose: SECOND_FACTOR,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, totp_sealed as sealed from crm.account
      where id > ${after} and totp_sealed is not null order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.account set totp_sealed = ${sealed} where id = ${id} and totp_sealed = ${before}`
    },
  },
  {
    name: 'oauth_app.secret_sealed',
    purpose: APP_SECRET,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, secret_sealed as sealed from crm.oauth_app where id > ${after} order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.oauth_app set secret_sealed = ${sealed} where id = ${id} and secret_sealed = ${before}`
    },
  },
  {
    name: 'webhook.secret_sealed',
    purpose: WEBHOOK_SECRET,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, secret_sealed as sealed from crm.webhook
      where id > ${after} and secret_sealed is not null order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.webhook set secret_sealed = ${sealed} where id = ${id} and secret_sealed = ${before}`
    },
  },
  {
    name: 'webhook.old_secret_sealed',
    purpose: WEBHOOK_SECRET,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, old_secret_sealed as sealed from crm.webhook
      where id > ${after} and old_secret_sealed is not null order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.webhook set old_secret_sealed = ${sealed} where id = ${id} and old_secret_sealed = ${before}`
    },
  },
  {
    name: 'webhook.http_auth_password_sealed',
    purpose: WEBHOOK_PASSWORD,
    list: (sql, after, most) => sql<SealedSecret[]>`
      select id, http_auth_password_sealed as sealed from crm.webhook
      where id > ${after} and http_auth_password_sealed is not null order by id limit ${most}`,
    async replace(sql, { id, sealed: before }, sealed) {
      await sql`update crm.webhook set http_auth_password_sealed = ${sealed} where id = ${id} and http_auth_password_sealed = ${before}`
    },
  },
]
