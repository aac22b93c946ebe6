import { isIP } from 'node:net'
import { moveIn } from '@portico/crm/across/moveIn/moveIn'
import type { MoveReport } from '@portico/crm/across/moveIn/report'
import { openSource } from '@portico/crm/across/moveIn/source'
import { MOVE_LOCK } from '@portico/crm/across/moveIn/store'
import { openFieldCatalog } from '@portico/crm/base/fields/catalog'
import { openDatabase } from '@portico/kit/database/database'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { isPublicAddress } from '@portico/kit/http/publicAddress'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { companyOf as companyNamed } from './companyOf.ts'
import { growingBar } from './progress.ts'
import { tableOf } from './table.ts'
import { withDatabase } from './withDatabase.ts'

export interface ImportOptions {
  token?: string
  url: string
  company?: string
}

/**
 * Copies an account of the hosted CRM, or of another server like this one, into a company here. Interrupted, it goes on
 * where it stopped when it is run again; run once more it brings what has changed since.
 */
export async function importHostedCommand(
  config: Config,
  options: ImportOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const token = options.token ?? env.HOSTED_API_TOKEN
  if (!token) throw problem('Whose account? Say --token, or set HOSTED_API_TOKEN, to an API token of an admin there')
  checkUrl(options.url, config)
  const bar = growingBar('records')
  const source = openSource({
    url: options.url,
    token,
    onWait: seconds => console.error(`portico: the source asks to wait ${Math.ceil(seconds)} s`),
  })
  const report = await withDatabase(config, async (sql, url) => {
    const company = await companyNamed(sql, options.company)
    const database = openDatabase(url, {
      applicationName: 'portico import',
      distributedBy: await distributedBy(url),
    })
    const hold = await database.hold(MOVE_LOCK, company.id)
    const files = await openFileStore(config.files.location, config.dataDirectory, config.files)
    try {
      if (!hold) throw problem(`Another import into ${company.domain} is under way`)
      const services = { database, files, fields: await openFieldCatalog(database) }
      return await moveIn(services, source, company.id, { onPage: bar.page })
    } finally {
      bar.stop()
      await hold?.release()
      await database.close()
    }
  })
  for (const line of linesOf(report)) console.log(line)
  if (report.problems.some(({ is_missing }) => is_missing)) process.exitCode = 2
}

/** Whoever runs the server may name any address; a token is sent in the clear within its own network alone. */
function checkUrl(url: string, { privateTargets }: Config): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw problem(`--url: "${url.slice(0, 100)}" is not an address such as https://acme.example.com`)
  const { protocol, hostname } = new URL(url)
  const address = hostname.replace(/^\[|\]$/g, '')
  const isNear = hostname === 'localhost' || (isIP(address) > 0 && !isPublicAddress(address))
  if (protocol === 'https:' || isNear || privateTargets) return
  throw problem(`--url: ${hostname} must be called by https://, or anybody on the way could read the token`)
}

function linesOf({ kinds, problems }: MoveReport): string[] {
  const rows = kinds.map(({ kind, listed, here, added, changed, removed, refused }) =>
    [kind, listed, here, added, changed, removed, refused].map(String),
  )
  const table = tableOf(['KIND', 'THERE', 'HERE', 'ADDED', 'CHANGED', 'REMOVED', 'REFUSED'], rows)
  const said = problems.map(({ kind, source_id, reason, is_missing }) =>
    `${kind} ${source_id}${is_missing ? ' did not come' : ''}: ${reason}`.replace(/\p{Cc}/gu, '?'),
  )
  return [table, '', ...(said.length > 0 ? said : ['Everything came.'])]
}
