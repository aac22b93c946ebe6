import { isEmbeddedPostgresError } from '../embeddedPostgresError.ts'
import { startEmbeddedPostgres } from '../startEmbeddedPostgres.ts'

/** Run as a process of its own: starts the data directory it is given, tells its parent, stops when told. */
const [dataDirectory = '', settings = '{}'] = process.argv.slice(2)
const tell = (news: object) => process.send?.(news)

try {
  const { stop, ...database } = await startEmbeddedPostgres({
    dataDirectory,
    log: line => tell({ log: line }),
    settings: JSON.parse(settings),
  })
  process.once('message', async () => {
    await stop()
    process.disconnect()
  })
  tell({ started: database })
} catch (error) {
  tell({ failed: { message: String(error), code: isEmbeddedPostgresError(error) ? error.code : undefined } })
  process.disconnect()
}
