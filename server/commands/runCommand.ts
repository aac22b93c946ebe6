import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig } from '../config/readConfig.ts'
import { sayProblem } from './sayProblem.ts'
import { serve } from './serve.ts'

/** The command line. Results go to standard output, everything else to standard error. */
export async function runCommand(argv: readonly string[]): Promise<void> {
  const program = new Command('portico').description(
    'A sales CRM, a campus marketplace and an identity gate, one server',
  )
  program
    .command('serve')
    .description('start the server')
    .action(() => serve(configured()))

  try {
    await program.parseAsync([...argv])
  } catch (error) {
    sayProblem(error)
    process.exitCode = 1
  }
}

/** Settings of the environment; those of a `.env` file here where the environment says nothing. */
function configured(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}
