import { openLog } from '@portico/kit/log'
import type { Config } from '../config/readConfig.ts'
import { type House, openHouse } from '../start/openHouse.ts'

/** Serves until told to stop. */
export async function serve(config: Config): Promise<void> {
  // Standard output is for the person who starts it: the log has the other stream to itself.
  const log = openLog(config.logLevel)
  const house = await openHouse(config, log)
  console.log(greeting(config, house))
  await told()
  console.log('Stopping: finishing what is under way.')
  await house.stop()
}

function greeting(config: Config, house: House): string {
  const facts = [
    ['Address', config.origin],
    ['Data', config.databaseUrl ? `${house.databasePlace}, files in ${config.dataDirectory}` : config.dataDirectory],
    ['Database', `PostgreSQL ${house.databaseVersion}${config.databaseUrl ? '' : ', embedded'}`],
  ]
  const { firstOwner } = house
  if (!firstOwner) return `\nPortico is ready.\n\n${table(facts)}\n`
  facts.push(['E-mail', firstOwner.email], ['Password', firstOwner.password], ['API token', firstOwner.apiToken])
  const call = `curl -H 'x-api-token: ${firstOwner.apiToken}' ${config.origin}/v1/users/me`
  return `\nPortico is ready. Password and token are shown this once.\n\n${table(facts)}\n\nA first call:\n\n  ${call}\n`
}

function table(facts: readonly (readonly string[])[]): string {
  return facts.map(([name = '', value]) => `  ${name.padEnd(10)} ${value}`).join('\n')
}

/** A terminal and npm both pass Ctrl-C on, so it may come twice for one press. */
const SAME_PRESS_MS = 1000

function told(): Promise<void> {
  return new Promise(resolve => {
    let first: number | undefined
    const stop = () => {
      first ??= Date.now()
      resolve()
      if (Date.now() - first > SAME_PRESS_MS) process.exit(130)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    process.on('SIGHUP', stop)
  })
}
