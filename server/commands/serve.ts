import { openLog } from '@portico/kit/log'
import type { Config } from '../config/readConfig.ts'
import { type House, openHouse } from '../start/openHouse.ts'
import { describePostgres } from '../start/postgresVersion.ts'
import { print } from './print.ts'
import { stopSignal } from './stopSignal.ts'
import { watchUncaught } from './uncaught.ts'

/** Serves until told to stop. */
export async function serve(config: Config): Promise<void> {
  // Standard output is for the person who starts it: the log has the other stream to itself.
  const log = openLog(config.logLevel)
  const stop = stopSignal(() => console.log('Stopping: finishing what is under way.'))
  const announce = async (house: House) => {
    watchUncaught(log, house.stop)
    // Password and token are shown even to somebody who has pressed Ctrl-C by now.
    return stop.isGiven && !house.firstOwner ? false : print(greeting(config, house))
  }
  const house = await openHouse(config, log, announce).catch(error => {
    // Ctrl-C reaches the programs we start as well, and what they say about it is no news.
    if (!stop.isGiven) throw error
  })
  await stop.given
  await house?.stop()
}

function greeting(config: Config, house: House): string {
  const facts = [
    ['Address', config.origin],
    ['Data', placesOf(config, house)],
    ['Database', `${describePostgres(house.databaseVersion)}${config.databaseUrl ? '' : ', embedded'}`],
  ]
  const { firstOwner } = house
  if (!firstOwner) return `\nPortico is ready.\n\n${table(facts)}\n`
  const { email, password = KNOWN, apiToken } = firstOwner
  facts.push(['E-mail', email], ['Password', password], ['API token', apiToken ?? KNOWN])
  const call = `curl -H 'x-api-token: ${apiToken ?? 'YOUR TOKEN'}' ${config.origin}/v1/users/me`
  return `\nPortico is ready. Password and token are shown this once.\n\n${table(facts)}\n\nA first call:\n\n  ${call}\n`
}

const KNOWN = '(the one you have set)'

/** The database is elsewhere when it was given, or when the user it runs as may not enter the data directory. */
function placesOf({ databaseUrl, dataDirectory }: Config, { databasePlace }: House): string {
  if (databaseUrl) return `${databasePlace}, files in ${dataDirectory}`
  return databasePlace.startsWith(dataDirectory) ? dataDirectory : `${dataDirectory}, database in ${databasePlace}`
}

function table(facts: readonly (readonly string[])[]): string {
  return facts.map(([name = '', value]) => `  ${name.padEnd(10)} ${value}`).join('\n')
}
