import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { type Config, readConfig } from '../config/readConfig.ts'
import { sayProblem } from './sayProblem.ts'

/**
 * The command line. Results go to standard output, everything else to standard error. Each command is loaded when it
 * is called, so that none pays for the others.
 */
export async function runCommand(argv: readonly string[]): Promise<void> {
  try {
    await portico().parseAsync([...argv])
  } catch (error) {
    sayProblem(error)
    process.exitCode = 1
  }
}

function portico(): Command {
  const program = new Command('portico')
    .description('A sales CRM, a campus textbook marketplace and an identity gate behind one server')
    .addHelpText('after', '\nSettings come from the environment or a .env file; docs/operating.md lists them.')

  program
    .command('serve')
    .description('start the server')
    .action(async () => (await import('./serve.ts')).serve(configured()))

  program
    .command('migrate')
    .description('bring the database to this version')
    .action(async () => (await import('./migrateCommand.ts')).migrateCommand(configured()))

  program
    .command('doctor')
    .description('look at Node, disk, database, port, files and mail, and say what is wrong')
    .action(async () => {
      const { doctor } = await import('./doctor.ts')
      if (!(await doctor(configured()))) process.exitCode = 1
    })

  program
    .command('user')
    .description('people of the CRM')
    .command('add')
    .description('add a person; prints the password when none is given')
    .requiredOption('--email <email>')
    .option('--name <name>')
    .option('--password <password>')
    .option('--admin', 'may administer the company')
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./people.ts')).addUserCommand(configured(), options))

  program
    .command('token')
    .description('API tokens of the CRM')
    .command('create')
    .description('make a token; prints it, and nothing else')
    .requiredOption('--user <email>')
    .option('--name <name>', 'what it is for', 'command line')
    .action(async options => (await import('./people.ts')).createTokenCommand(configured(), options))

  program
    .command('app')
    .description('OAuth apps of the CRM')
    .command('create')
    .description('register an app; prints client id and secret')
    .requiredOption('--name <name>')
    .requiredOption('--redirect-uri <address>')
    .option('--scopes <list>', 'separated by commas', 'base')
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./people.ts')).createAppCommand(configured(), options))

  program
    .command('seed')
    .description('fill the CRM with invented deals, persons and organizations')
    .option('--deals <number>', 'how many deals', atLeastOne, 1000)
    .option('--seed <number>', 'another number gives other records', atLeastOne, 1)
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./seedCommand.ts')).seedCommand(configured(), options))

  program
    .command('backup <file>')
    .description('write database and files into one file; the server may run on')
    .action(async file => (await import('./backupCommands.ts')).backupCommand(configured(), file))

  program
    .command('restore <file>')
    .description('bring a backup back into an empty database')
    .option('--force', 'replace what is in the database')
    .action(async (file, options) => (await import('./backupCommands.ts')).restoreCommand(configured(), file, options))

  return program
}

function atLeastOne(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It has to be a whole number from 1.')
  return number
}

/** Settings of the environment; those of a `.env` file here where the environment says nothing. */
function configured(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}
