import type { Api, Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { isForReplica, type Operation } from '@portico/kit/api/operation'
import { refusingDatabase } from '@portico/kit/database/nestedCalls'
import { rolledBack } from '@portico/kit/database/rolledBack'
import { withWebhookErrors } from './across/webhooks/v1/envelope.ts'
import type { Actor } from './base/access/actor.ts'
import { NOBODY } from './base/access/nobody.ts'
import { SCOPES } from './base/access/scopes.ts'
import type { Crm, CrmServices } from './base/api/context.ts'
import { crmEnvelope } from './base/api/envelope.ts'
import { hasIdempotencyKey, once } from './base/api/idempotency.ts'
import type { RateLimit } from './base/api/rateLimit.ts'
import { selecting, withoutSelector } from './base/api/v1/selector.ts'
import { openTogether } from './base/changes/together.ts'
import { storedUnread, unlocked, wantsTransaction } from './base/changes/unlocked.ts'
import { AUTHORIZE } from './company/oauth/authorizeRequest.ts'
import { oauthEnvelope } from './company/oauth/envelope.ts'
import { operations } from './operations.ts'
import { requireOpen } from './requireOpen.ts'

/** The two versions of the CRM API and what the web app has of its own: one sign-in, one envelope, one list of operations told apart by their API. */
export function crmApis(services: CrmServices, limit: RateLimit): Api<Actor, Crm>[] {
  const shared = {
    requestIdHeader: 'x-correlation-id',
    scopes: SCOPES,
    securitySchemes: securitySchemes(services.origin),
    envelope: crmEnvelope(services.origin),
    signIn: services.signIn.signIn,
    admit(actor: Actor | undefined, operation: Operation<Crm>, call: Call) {
      if (!actor) return undefined
      const waiting = limit(actor, operation, call)
      if (waiting) return waiting.then(() => requireOpen(actor, operation))
      requireOpen(actor, operation)
      return undefined
    },
    perform: performWith(services),
  }
  return [
    {
      ...shared,
      name: 'crm-v1',
      title: 'Portico CRM v1',
      description: 'Contacts, deals, products, leads, activities and files, with their fields, filters and search.',
      version: '1.0.0',
      prefixes: ['/v1', '/api/v1'],
      rewritePath: withoutSelector,
      crossOrigin: CROSS_ORIGIN,
      envelope: selecting(withWebhookErrors(shared.envelope)),
      strictBodies: false,
      operations: operations.filter(operation => operation.api === 'crm-v1'),
    },
    {
      ...shared,
      name: 'crm-v2',
      title: 'Portico CRM v2',
      description: 'The newer shapes of the same records: cursors, plain ids, typed custom fields.',
      version: '2.0.0',
      prefixes: ['/api/v2', '/v2'],
      crossOrigin: CROSS_ORIGIN,
      strictBodies: true,
      operations: operations.filter(operation => operation.api === 'crm-v2'),
    },
    {
      ...shared,
      name: 'crm-app',
      title: 'Portico CRM web app',
      description: 'What the web app needs beside v1 and v2: sessions, tokens and rights of people.',
      version: '1.0.0',
      prefixes: ['/app/api'],
      strictBodies: true,
      operations: operations.filter(operation => operation.api === 'crm-app'),
    },
    {
      ...shared,
      name: 'crm-oauth',
      title: 'Portico CRM OAuth',
      description: 'What apps of other makers need to act for people: registration, tokens, revocation.',
      version: '1.0.0',
      prefixes: ['/oauth'],
      pages: [AUTHORIZE],
      strictBodies: true,
      envelope: oauthEnvelope(shared.envelope),
      operations: operations.filter(operation => operation.api === 'crm-oauth'),
    },
  ]
}

/** Scripts of any page may call v1 and v2 with a token, and read where they stand with their limits. */
const CROSS_ORIGIN = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    'authorization',
    'content-type',
    'x-api-token',
    'if-match',
    'if-none-match',
    'idempotency-key',
    'x-request-id',
  ],
  exposed: [
    'etag',
    'retry-after',
    'x-correlation-id',
    'x-daily-ratelimit-token-limit',
    'x-daily-ratelimit-token-remaining',
    'x-daily-requests-left',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-request-id',
  ],
}

/**
 * A read runs on a connection, a write in one transaction (a single statement is one by itself), where the services
 * refuse to ask the database for another connection; what belongs to this process only follows the commit.
 */
function performWith(services: CrmServices): Api<Actor, Crm>['perform'] {
  const insideWrite: CrmServices = { ...services, database: refusingDatabase, reads: refusingDatabase }
  const together = openTogether()
  return async (operation, input, caller, call) => {
    if (!caller && operation.signIn !== 'none') throw failure('unauthenticated', 'unauthorized access')
    const actor = caller ?? NOBODY
    const { database } = services
    services.calls.begun++
    const effects: (() => void)[] = []
    const context = (sql: Crm['sql'], given: CrmServices): Crm => ({
      sql,
      actor,
      now: call.receivedAt,
      call,
      services: given,
      afterCommit: effect => effects.push(effect),
      async stillAllowed() {
        const now = await services.signIn.signIn(call)
        requireOpen(now, operation)
        return now
      },
    })
    const holder = `crm/${actor.companyId}`
    const { read } = isForReplica(operation) ? services.reads : database
    if (operation.transaction === 'none') return read(sql => operation.run(input, context(sql, services)), holder)
    if (operation.before) await database.read(async sql => operation.before?.(context(sql, services)), holder)
    if (call.dryRun) return rolledBack(database, sql => operation.run(input, context(sql, insideWrite)), holder)
    const inTransaction = () =>
      database.write(sql => {
        effects.length = 0
        return once(context(sql, insideWrite), operation, input)
      }, holder)
    const inOneStatement = () => {
      const tried = unlocked()
      return database
        .statement(sql => operation.run(input, { ...context(sql, insideWrite), unlocked: tried, together }))
        .catch(error => {
          if (tried.hasWritten) throw storedUnread(error)
          return wantsTransaction(error) ? inTransaction() : Promise.reject(error)
        })
    }
    const alone = operation.transaction === 'statement' && !hasIdempotencyKey(call) && !database.isDistributed
    const result = await (alone ? inOneStatement() : inTransaction())
    for (const effect of effects) effect()
    services.logReader.wake(actor.companyId)
    return result
  }
}

function securitySchemes(origin: string): Api['securitySchemes'] {
  return {
    api_key: { type: 'apiKey', in: 'header', name: 'x-api-token' },
    basic_authentication: { type: 'http', scheme: 'basic', description: 'The API token as user name, no password' },
    oauth2: {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: `${origin}/oauth/authorize`,
          tokenUrl: `${origin}/oauth/token`,
          refreshUrl: `${origin}/oauth/token`,
          scopes: SCOPES,
        },
      },
    },
  }
}
