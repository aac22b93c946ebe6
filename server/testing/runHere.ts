import { vi } from 'vitest'
import { runCommand } from '../commands/runCommand.ts'
import { environment, type Ran } from './portico.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command to its end as `runPortico` does, but in this process: a new one takes a second of processor time to
 * load the program, which is much where a test runs twenty commands. One at a time; nothing is read from standard input.
 */
export async function runHere(args: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const printed = { stdout: '', stderr: '' }
  let exited: number | undefined
  const print = (stream: keyof typeof printed, text: string) => {
    if (exited === undefined) printed[stream] += text
    return true
  }
  const replaced = [
    vi.spyOn(console, 'log').mockImplementation(text => print('stdout', `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation(text => print('stderr', `${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation(text => print('stdout', String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation(text => print('stderr', String(text))),
    vi.spyOn(process, 'exit').mockImplementation(code => {
      exited ??= Number(code ?? 0)
      throw new Error('a process of its own would have ended here')
    }),
  ]
  const before = { env: process.env, exitCode: process.exitCode, listeners: SIGNALS.map(listenersOf) }
  process.env = environment(settings)
  process.exitCode = 0
  try {
    await runCommand([process.execPath, 'portico', ...args])
    return { code: exited ?? Number(process.exitCode), ...printed }
  } finally {
    process.env = before.env
    process.exitCode = before.exitCode
    for (const mock of replaced) mock.mockRestore()
    // Those of the command would keep signals from this process.
    for (const [at, signal] of SIGNALS.entries())
      for (const listener of listenersOf(signal))
        if (!before.listeners[at]?.includes(listener)) process.off(signal, listener)
  }
}

function listenersOf(signal: (typeof SIGNALS)[number]) {
  return process.listeners(signal)
}
