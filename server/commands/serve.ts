import { setFlagsFromString } from 'node:v8'
import { type Log, openLog } from '@portico/kit/log/log'
import type { Config } from '../config/readConfig.ts'
import { describePostgres } from '../start/postgresVersion.ts'
import { type RunningServer, startServer } from '../start/startServer.ts'
import { leaveWorkers, READY, supervise, thisWorker } from '../workers/supervise.ts'
import { print } from './print.ts'
import { stopSignal } from './stopSignal.ts'
import { watchUncaught } from './uncaught.ts'

/** Serves until told to stop, in this process or by several workers. */
export async function serve(config: Config): Promise<void> {
  setFlagsFromString(HEAP_FLAG)
  // Standard output is for the person who starts it: the log has the other stream to itself.
  const log = openLog(config.logLevel)
  const worker = thisWorker()
  const stop = stopSignal(() => worker ?? console.log('Stopping: finishing what is under way.'))
  if (config.workers > 1 && !worker) {
    process.exitCode = await supervise({ workers: config.workers, log, stop })
    return
  }
  const announce = async (server: RunningServer) => {
    watchUncaught(log, server.stop)
    process.send?.(READY)
    // Password and token are shown even to somebody who has pressed Ctrl-C by now.
    const isForNobody = stop.isGiven || worker?.isFirst === false
    return isForNobody && !server.firstOwner ? false : print(greeting(config, server))
  }
  try {
    const server = await startServer(config, log, announce).catch(error => {
      // Ctrl-C reaches the programs we start as well; what they print about it is not shown.
      if (!stop.isGiven) throw error
    })
    await stop.given
    await server?.stop()
    endSoon(log)
  } finally {
    leaveWorkers()
  }
}

/** What is left open somewhere, such as a connection that somebody else never answers on, does not keep the process. */
function endSoon(log: Log): void {
  const end = () => {
    log.error({ left: process.getActiveResourcesInfo() }, 'the server has stopped, its process has not: it is ended')
    process.exit()
  }
  setTimeout(end, LEFT_OPEN_MS).unref()
}

const LEFT_OPEN_MS = 10_000

/**
 * The heap may grow to two and a quarter times what was in use after the last full collection. V8 by itself lets it grow to
 * four times that where there is plenty of memory; with twice as much it goes through all of it every second while gets or
 * lists are answered, which takes a tenth of the processor time. It reads the flag at each collection, so it can be set in
 * a process that runs.
 */
const HEAP_FLAG = '--heap-growing-percent=125'

function greeting(config: Config, server: RunningServer): string {
  const facts = [
    ['Address', config.origin],
    ...(server.mailPort === undefined
      ? []
      : [['Mail in', `port ${server.mailPort}, for COMPANY@… and COMPANY+deal42@…`]]),
    ['Data', placesOf(config, server)],
    ['Database', `${describePostgres(server.databaseVersion)}${config.databaseUrl ? '' : ', embedded'}`],
    ...(config.workers === 1 ? [] : [['Workers', `${config.workers} processes`]]),
  ]
  const { firstOwner } = server
  if (!firstOwner) return `\nPortico is ready.\n\n${table(facts)}\n`
  const { email, password = KNOWN, apiToken } = firstOwner
  facts.push(['E-mail', email], ['Password', password], ['API token', apiToken ?? KNOWN])
  const call = `curl -H 'x-api-token: ${apiToken ?? 'YOUR TOKEN'}' ${config.origin}/v1/users/me`
  return `\nPortico is ready. Password and token are shown this once.\n\n${table(facts)}\n\nA first call:\n\n  ${call}\n`
}

const KNOWN = '(the one you have set)'

/** The database is elsewhere when it was given, or when the user it runs as may not enter the data directory. */
function placesOf({ databaseUrl, dataDirectory }: Config, { databasePlace }: RunningServer): string {
  if (databaseUrl) return `${databasePlace}, files in ${dataDirectory}`
  return databasePlace.startsWith(dataDirectory) ? dataDirectory : `${dataDirectory}, database in ${databasePlace}`
}

function table(facts: readonly (readonly string[])[]): string {
  return facts.map(([name = '', value]) => `  ${name.padEnd(10)} ${value}`).join('\n')
}
