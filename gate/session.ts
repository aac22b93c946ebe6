/** Where sessions live between the page, the provider's callback and the claim. */
export type { MemorySessionOptions } from './session/memory.ts'
export { memorySessions } from './session/memory.ts'
export type { PostgresQuery, PostgresSessionOptions } from './session/postgres.ts'
export { postgresSessions } from './session/postgres.ts'
export type { RedisCommand, RedisSessionOptions } from './session/redis.ts'
export { redisSessions } from './session/redis.ts'
export type { SessionAdapter } from './session/sessionAdapter.ts'
