import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import { SCOPES } from '../base/access/scopes.ts'

/** Where whoever got a 401 from `/mcp` reads how to get an access token (RFC 9728, section 3.1). */
const RESOURCE = '/.well-known/oauth-protected-resource'
/** What that leads to: the OAuth server of this CRM (RFC 8414). */
const SERVER = '/.well-known/oauth-authorization-server'

/** What a 401 says beside: that a token is missing, and where it is written how to get one. */
export function challenge(origin: string): string {
  return `Bearer realm="Portico", resource_metadata="${origin}${RESOURCE}/mcp"`
}

/** The documents by which an assistant finds the OAuth server for `/mcp` without being told. */
export function discoveryPages(origin: string): (app: Hono<EdgeEnv>) => void {
  const resource = {
    resource: `${origin}/mcp`,
    resource_name: 'Portico CRM',
    authorization_servers: [origin],
    scopes_supported: Object.keys(SCOPES),
    bearer_methods_supported: ['header'],
  }
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: Object.keys(SCOPES),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  }
  return app => {
    // Public, and the same for everybody: pages of other origins may read them, as assistants in browsers have to.
    const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }
    for (const path of [RESOURCE, `${RESOURCE}/mcp`]) app.get(path, context => context.json(resource, 200, headers))
    app.get(SERVER, context => context.json(server, 200, headers))
  }
}
