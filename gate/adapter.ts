/** Adapters for Hono and Elysia; Express, Fastify, Next and plain fetch have modules of their own. */
export { elysiaGate } from './adapter/elysia.ts'
export { honoGate } from './adapter/hono.ts'
