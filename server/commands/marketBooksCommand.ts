import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { importCatalogue } from '@portico/market/catalogue/importCatalogue'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { withDatabase } from './withDatabase.ts'

/** More bad rows are counted, not told. */
const MOST_TOLD = 100

/** `portico market books FILE`: the catalogue from which an ISBN fills the form of a seller. */
export async function marketBooksCommand(config: Config, file: string): Promise<void> {
  await access(file, constants.R_OK).catch(() => {
    throw problem(`${file} cannot be read`)
  })
  let told = 0
  const tellWrong = (line: string) => {
    if (told++ < MOST_TOLD) console.error(line)
  }
  const { added, known, wrong } = await withDatabase(config, sql =>
    importCatalogue(sql, { open: () => createReadStream(file), now: new Date(), tellWrong }),
  )
  if (told > MOST_TOLD) console.error(`… and ${told - MOST_TOLD} more`)
  console.log(`${added} books added, ${known} known before, ${wrong} rows left out`)
}
