import { fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { EmbeddedPostgres } from '../startEmbeddedPostgres.ts'

export interface LauncherProcess {
  pid: number
  started: Promise<Omit<EmbeddedPostgres, 'stop'>>
  /** What it said to the person. */
  lines: string[]
  stop(): Promise<void>
  kill(): Promise<void>
}

interface News {
  log?: string
  started?: Omit<EmbeddedPostgres, 'stop'>
  failed?: { message: string; code?: string }
}

/** A process of its own that starts a data directory, as another user where one is given. */
export function startProcess(
  script: string,
  dataDirectory: string,
  { settings = {}, user = {} }: { settings?: Record<string, string>; user?: { uid?: number; gid?: number } } = {},
): LauncherProcess {
  const child = fork(script, [dataDirectory, JSON.stringify(settings)], { ...user, cwd: '/', execArgv: [] })
  const ended = once(child, 'exit')
  const lines: string[] = []
  const started = new Promise<Omit<EmbeddedPostgres, 'stop'>>((resolve, reject) => {
    child.on('message', (news: News) => {
      if (news.log) lines.push(news.log)
      if (news.started) resolve(news.started)
      if (news.failed) reject(Object.assign(new Error(news.failed.message), { code: news.failed.code }))
    })
    ended.then(([code, signal]) => reject(new Error(`The process ended with ${signal ?? code}`)))
  })
  started.catch(() => undefined)

  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    child.send('stop')
    await ended
  }
  onTestFinished(kill)
  return { pid: child.pid ?? 0, started, lines, stop, kill }
}
