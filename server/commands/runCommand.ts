import { existsSync, readFileSync } from 'node:fs'
import { packageFolder } from '@portico/kit/files/packageFolder'
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
    .version(version(), '--version', 'print the version')
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
    .command('distribute')
    .description('spread the companies over the machines of a Citus cluster; run again it goes on (docs/scale.md)')
    .action(async () => (await import('./distributeCommand.ts')).distributeCommand(configured()))

  program
    .command('doctor')
    .description('look at Node, disk, database, port, files and mail, and say what is wrong')
    .option(
      '--sums',
      'compare the sums that are kept of the deals of large companies, and the ledger of the marketplace, with what they are made of',
    )
    .action(async ({ sums }: { sums?: boolean }) => {
      const isWell = sums
        ? await (await import('./checkSums.ts')).checkSums(configured(), line => console.log(line))
        : await (await import('./doctor.ts')).doctor(configured())
      if (!isWell) process.exitCode = 1
    })

  const user = program.command('user').description('people of the CRM')
  user
    .command('add')
    .description('add a person; prints the password when none is given')
    .requiredOption('--email <email>')
    .option('--name <name>')
    .option('--password <password>')
    .option('--admin', 'may administer the company')
    .option('--invite', 'send a mail with a link to set a password, instead of printing one')
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./people.ts')).addUserCommand(configured(), options))
  user
    .command('list')
    .description('list people: id, e-mail, name, company, role')
    .option('--company <domain>', 'short name of the company; all when left out')
    .action(async options => (await import('./people.ts')).listUsersCommand(configured(), options))
  user
    .command('password')
    .description('set a new password, in the CRM and the marketplace; prints it; ends sessions')
    .requiredOption('--email <email>')
    .option('--stdin', 'read the password from the first line of standard input instead')
    .action(async options => (await import('./people.ts')).setPasswordCommand(configured(), options))
  user
    .command('deactivate')
    .description('switch a person off: tokens and sessions end at once, records stay')
    .requiredOption('--email <email>')
    .option('--company <domain>', 'short name of the company, for a person in several')
    .action(async options => (await import('./people.ts')).setActiveCommand(configured(), options, false))
  user
    .command('activate')
    .description('switch a person on again; whoever has no password yet is invited')
    .requiredOption('--email <email>')
    .option('--company <domain>', 'short name of the company, for a person in several')
    .action(async options => (await import('./people.ts')).setActiveCommand(configured(), options, true))

  const company = program.command('company').description('companies of the CRM on this server')
  company
    .command('add')
    .description('add a company and its owner; prints the password of an owner who is new here')
    .requiredOption('--name <name>')
    .requiredOption('--domain <domain>', 'short name, in addresses: acme-labs')
    .requiredOption('--owner <email>')
    .option('--currency <code>', 'default currency', 'USD')
    .action(async options => (await import('./companies.ts')).addCompanyCommand(configured(), options))
  company
    .command('copy')
    .description('copy a company within the database, to try things in; prints a token for the copy, and nothing else')
    .requiredOption('--as <domain>', 'short name of the copy, such as sandbox')
    .option('--company <domain>', 'the company to copy; the first one when left out')
    .action(async options => (await import('./companies.ts')).copyCompanyCommand(configured(), options))
  company
    .command('list')
    .description('list companies: id, short name, name, plan, people, state')
    .action(async () => (await import('./companies.ts')).listCompaniesCommand(configured()))
  company
    .command('remove <domain>')
    .description('close a company now, and remove everything of it after a grace time')
    .option('--days <number>', 'the grace time; 0 removes at once', zeroOrMore, 30)
    .action(async (domain, options) =>
      (await import('./companies.ts')).removeCompanyCommand(configured(), domain, options),
    )
  company
    .command('restore <domain>')
    .description('open a closed company again, while its grace time lasts')
    .action(async domain => (await import('./companies.ts')).restoreCompanyCommand(configured(), domain))

  const token = program.command('token').description('API tokens of the CRM')
  token
    .command('create')
    .description('make a token; prints it, and nothing else')
    .requiredOption('--user <email>')
    .option('--name <name>', 'what it is for', 'command line')
    .option('--company <domain>', 'short name of the company, for a person in several')
    .option('--scopes <list>', 'separated by commas; everything the person may do when left out')
    .option('--read-only', 'opens only what reads')
    .option('--days <number>', 'ends after so many days', atLeastOne)
    .action(async options => (await import('./tokens.ts')).createTokenCommand(configured(), options))
  token
    .command('list')
    .description('list tokens: id, first characters of their SHA-256, user, name; never the tokens themselves')
    .option('--user <email>', 'of one person; of everybody when left out')
    .action(async options => (await import('./tokens.ts')).listTokensCommand(configured(), options))
  token
    .command('revoke')
    .description('end a token, or all tokens of a person; running servers refuse it at once')
    .option('--id <number>', 'id of the token, from token list', atLeastOne)
    .option('--user <email>', 'all tokens of this person')
    .action(async options => (await import('./tokens.ts')).revokeTokenCommand(configured(), options))

  program
    .command('app')
    .description('OAuth apps of the CRM')
    .command('create')
    .description('register an app; prints client id and secret')
    .requiredOption('--name <name>')
    .requiredOption('--redirect-uri <address>')
    .option('--scopes <list>', 'separated by commas', 'base')
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./apps.ts')).createAppCommand(configured(), options))

  program
    .command('mcp')
    .description(
      'tools for an assistant on standard input and output, from a running server; token in PORTICO_API_TOKEN',
    )
    .option('--url <address>', 'where the server answers', 'http://localhost:8080')
    .option('--write', 'also tools that add and change records')
    .action(async options => (await import('./mcp.ts')).mcpCommand(options, process.env))

  program
    .command('export <file>')
    .description(
      'download everything a token may see as one ZIP archive, from a running server; token in PORTICO_API_TOKEN',
    )
    .option('--url <address>', 'where the server answers', 'http://localhost:8080')
    .option('--format <name>', 'ndjson or csv')
    .option('--kinds <list>', 'kinds of records, separated by commas; all when left out')
    .option('--files', 'add the contents of files')
    .option('--force', 'replace the file when it is there')
    .action(async (file, options) => (await import('./exportCommand.ts')).exportCommand(file, options, process.env))

  program
    .command('import')
    .description('copy what is elsewhere into a company here')
    .command('hosted')
    .description(
      'copy an account of the hosted CRM, or of another Portico; run again it goes on, and brings what changed',
    )
    .option('--token <token>', 'an API token of an admin there; or in HOSTED_API_TOKEN, which others cannot see')
    .option('--url <address>', 'where its API answers', 'https://api.pipedrive.com')
    .option('--company <domain>', 'short name of the company here; the first one when left out')
    .action(async options =>
      (await import('./importCommand.ts')).importHostedCommand(configured(), options, process.env),
    )

  program
    .command('seed')
    .description('fill the CRM with invented deals, persons and organizations')
    .option('--deals <number>', 'how many deals', atLeastOne, 1000)
    .option('--seed <number>', 'another number gives other records', atLeastOne, 1)
    .option('--company <domain>', 'short name of the company; the first one when left out')
    .action(async options => (await import('./seedCommand.ts')).seedCommand(configured(), options))

  const market = program.command('market').description('the textbook marketplace')
  market
    .command('books <file>')
    .description(
      'import the catalogue of a bookstore (ONIX 3, or CSV with ISBN, title and courses); again changes nothing',
    )
    .action(async file => (await import('./marketBooksCommand.ts')).marketBooksCommand(configured(), file))

  program
    .command('backup <file>')
    .description('write database and files into one file; the server may run on')
    .option('--force', 'replace the file when it is there')
    .action(async (file, options) => (await import('./backupCommands.ts')).backupCommand(configured(), file, options))

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

function zeroOrMore(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('It has to be a whole number from 0.')
  return number
}

function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(packageFolder(import.meta.url, 'package.json'), 'utf8'))
  return manifest.version
}

/** Settings of the environment; those of a `.env` file here where the environment says nothing. */
function configured(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}
