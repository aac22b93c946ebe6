import { COMPLETED_SECONDS, PENDING_SECONDS, type SessionAdapter } from './sessionAdapter.ts'

/** Sends one command, as `['SET', 'key', 'value']`, and answers what Redis said. */
export type RedisCommand = (command: [name: string, ...rest: string[]]) => Promise<unknown>

export interface RedisSessionOptions {
  /** Put before every key. Default `gate:`. */
  prefix?: string
  /** Seconds a pending session lives. Default 600. */
  pendingSeconds?: number
  /** Seconds a completed session lives. Default 60. */
  completedSeconds?: number
}

/**
 * Sessions in Redis 6.2 or later (`GETDEL`), shared by every instance.
 *
 * ```ts
 * redisSessions(command => redis.sendCommand(command))            // redis (node-redis)
 * redisSessions(([name, ...rest]) => redis.call(name, ...rest))   // ioredis
 * redisSessions(([name, ...rest]) => redis.send(name, rest))      // Bun
 * ```
 */
export function redisSessions(
  send: RedisCommand | { sendCommand: RedisCommand },
  options: RedisSessionOptions = {},
): SessionAdapter {
  const { prefix = 'gate:', pendingSeconds = PENDING_SECONDS, completedSeconds = COMPLETED_SECONDS } = options
  const command: RedisCommand = typeof send === 'function' ? send : words => send.sendCommand(words)

  return {
    async has(id) {
      return Number(await command(['EXISTS', prefix + id])) === 1
    },
    async get(id) {
      return valueIn(await command(['GET', prefix + id]))
    },
    async set(id, value) {
      const seconds = value === undefined ? pendingSeconds : completedSeconds
      await command(['SET', prefix + id, value ?? '', 'EX', String(seconds)])
    },
    async setIfPending(id, value) {
      const done = await command(['EVAL', SET_IF_PENDING, '1', prefix + id, value, String(completedSeconds)])
      return Number(done) === 1
    },
    async consume(id) {
      return valueIn(await command(['GETDEL', prefix + id]))
    },
  }
}

/** No command of Redis compares and sets; a script runs as one step. */
const SET_IF_PENDING = `
if redis.call('GET', KEYS[1]) ~= '' then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
`

/** A pending session is kept as an empty string, which Redis tells apart from a missing one. */
function valueIn(answer: unknown): string | undefined {
  return answer === null || answer === undefined || String(answer) === '' ? undefined : String(answer)
}
