import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
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
  // Opened more than once, which a pipe cannot be.
  if (!(await stat(file)).isFile()) throw problem(`${file} is no file`)
  let told = 0
  const tellWrong = (line: string) => {
    if (told++ < MOST_TOLD) console.error(line)
  }
  const { added, known, wrong } = await withDatabase(config, sql =>
    importCatalogue(sql, { open: () => createReadStream(file), now: new Date(), tellWrong }),
  )
  if (told > MOST_TOLD) console.error(`… and ${told - MOST_TOLD} more`)
  console.log(`${counted(added, 'book')} added, ${known} known before, ${counted(wrong, 'row')} left out`)
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
