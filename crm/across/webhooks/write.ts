import { sealSecret } from '@portico/kit/access/sealedSecret'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { WEBHOOK_PASSWORD, WEBHOOK_SECRET } from '../../base/access/webhookSecrets.ts'
import type { Crm } from '../../base/api/context.ts'
import { checkReferences } from '../../base/records/references.ts'
import { DAY_MS, type EventAction, KEPT_DAYS, type Version, versionOf } from './rules.ts'
import { newSecret } from './signature.ts'
import {
  type CallingApp,
  countOwn,
  findCallingApp,
  findWebhook,
  goOnFrom,
  insertWebhook,
  lastLine,
  updateWebhook,
  type WebhookChange,
  type WebhookRow,
} from './store.ts'
import { checkTarget } from './target.ts'

/** Of one user: those made by hand, and those made with each app. */
const WEBHOOKS_OF_USER = 40

/** Up to which line the log was settled when a call began: a webhook tells of whatever is committed after it is made. */
const settledBefore = new WeakMap<Call, number>()

/** To be called before the transaction of `createWebhook` begins. */
export async function lookAtLog({ call, services }: Crm): Promise<void> {
  settledBefore.set(call, await services.settledLog.settledSeq())
}

export interface WebhookInput {
  subscription_url: string
  event_action: EventAction
  event_object: string
  name?: string | undefined
  user_id?: number | undefined
  http_auth_user?: string | null | undefined
  http_auth_password?: string | null | undefined
  version?: Version | undefined
}

/** Stores a new webhook and gives back its id. Whoever lets it see what others see has to see everything. */
export async function createWebhook(crm: Crm, input: WebhookInput): Promise<number> {
  const { actor, services } = crm
  const version = versionOf(input.event_action, input.version)
  checkTarget(input.subscription_url, services)
  const userId = input.user_id ?? actor.userId
  if (userId !== actor.userId) {
    if (!actor.isAdmin)
      throw failure('forbidden', 'Only admins make webhooks with the rights of others', { field: 'user_id' })
    await checkReferences(crm, { owner_id: userId }, 'user_id')
  }
  const app = await findCallingApp(crm)
  if ((await countOwn(crm, app)) >= WEBHOOKS_OF_USER)
    throw failure('unprocessable', `A user has at most ${WEBHOOKS_OF_USER} webhooks: delete one of yours`)
  return insertWebhook(
    crm,
    {
      user_id: userId,
      owner_id: actor.userId,
      app_company_id: app?.company_id ?? null,
      app_id: app?.id ?? null,
      name: input.name ?? `${input.event_action}.${input.event_object}`,
      subscription_url: input.subscription_url,
      event_action: input.event_action,
      event_object: input.event_object,
      version,
      http_auth_user: input.http_auth_user ?? null,
      http_auth_password_sealed: sealedPassword(crm, input.http_auth_password),
      secret_sealed: sealSecret(newSecret(), WEBHOOK_SECRET, services.secrets[0] ?? ''),
    },
    settledBefore.get(crm.call) || (await lastLine(crm)),
  )
}

export interface WebhookPatch extends Partial<Omit<WebhookInput, 'user_id' | 'version'>> {
  status?: 'active' | 'paused' | undefined
}

export async function changeWebhook(crm: Crm, id: number, input: WebhookPatch): Promise<void> {
  const webhook = await requireWebhook(crm, id, { lock: true })
  if (input.subscription_url !== undefined) checkTarget(input.subscription_url, crm.services)
  if (input.event_action !== undefined) versionOf(input.event_action, webhook.version)
  const { http_auth_password, status, ...given } = input
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const password =
    http_auth_password === undefined ? {} : { http_auth_password_sealed: sealedPassword(crm, http_auth_password) }
  await updateWebhook(crm, id, { ...values, ...password, ...moveTo(crm, webhook, status) })
  if (status === 'active' && webhook.status === 'paused')
    await goOnFrom(crm, id, new Date(crm.now.getTime() - KEPT_DAYS * DAY_MS))
}

function moveTo({ now }: Crm, webhook: WebhookRow, status: WebhookRow['status'] | undefined): WebhookChange {
  if (status === undefined || status === webhook.status) return {}
  if (status === 'paused') return { status, pause_time: now, pause_reason: 'Paused by hand' }
  if (!webhook.user_is_active)
    throw failure('conflict', 'The user whose rights the webhook has is switched off', { field: 'status' })
  return { status, pause_time: null, pause_reason: null, failures: 0, failing_since: null, due_time: now }
}

/** How long the secret before the current one goes on signing. */
const OLD_SECRET_MS = DAY_MS

/** Gives a webhook a new secret, which is told this once. Deliveries carry signatures of both for a day. */
export async function rotateSecret(crm: Crm, id: number): Promise<string> {
  const { secret_sealed } = await requireWebhook(crm, id, { lock: true })
  const secret = newSecret()
  await updateWebhook(crm, id, {
    secret_sealed: sealSecret(secret, WEBHOOK_SECRET, crm.services.secrets[0] ?? ''),
    old_secret_sealed: secret_sealed,
    old_secret_until: new Date(crm.now.getTime() + OLD_SECRET_MS),
  })
  return secret
}

/** A webhook that the caller may know of; 404 for any other. */
export async function requireWebhook(crm: Crm, id: number, options: { lock?: boolean } = {}): Promise<WebhookRow> {
  const app: CallingApp | undefined = await findCallingApp(crm)
  const webhook = await findWebhook(crm, app, id, options)
  if (!webhook) throw failure('missing', 'not found', { field: 'id' })
  return webhook
}

function sealedPassword({ services }: Crm, password: string | null | undefined): Uint8Array | null {
  return password ? sealSecret(password, WEBHOOK_PASSWORD, services.secrets[0] ?? '') : null
}
