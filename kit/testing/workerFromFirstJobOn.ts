import type { Database } from '../database/database.ts'
import type { Worker } from '../jobs/jobs.ts'

/** A worker takes five connections, and most test files have nothing for it to do: it starts with the first job. */
export async function workerFromFirstJobOn(database: Database, start: () => Promise<Worker>): Promise<Worker> {
  let worker: Promise<Worker> | undefined
  let isListening = false
  function begin() {
    worker ??= start()
  }
  await database.listen('jobs:insert', begin, () => {
    // What was added while the connection was lost was told to nobody.
    if (isListening) begin()
    isListening = true
  })
  return { stop: async () => (await worker)?.stop() }
}
