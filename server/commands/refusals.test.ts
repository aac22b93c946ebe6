import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { createAppCommand } from './apps.ts'
import { backupCommand } from './backupCommands.ts'
import { importHostedCommand } from './importCommand.ts'
import { addUserCommand, setPasswordCommand } from './people.ts'
import { createTokenCommand, listTokensCommand, revokeTokenCommand } from './tokens.ts'

/* What somebody mistypes is refused in one line before the database is opened. */

const folder = await scratchFolder()
const config = readConfig({ PORTICO_DATA_DIR: `${folder}/data`, DATABASE_URL: 'postgres://u@127.0.0.1:1/never-opened' })

test('an e-mail address that is none, or longer than one can be, with the option that names it', async () => {
  await expect(addUserCommand(config, { email: '' })).rejects.toThrow('--email: "" is not an e-mail address')
  await expect(addUserCommand(config, { email: `${'a'.repeat(250)}@b.co` })).rejects.toThrow('not an e-mail address')
  await expect(setPasswordCommand(config, { email: 'ann' })).rejects.toThrow('--email: "ann" is not an e-mail address')
  const refusal = '--user: "ann" is not an e-mail address'
  await expect(createTokenCommand(config, { user: 'ann', name: 'x' })).rejects.toThrow(refusal)
  await expect(listTokensCommand(config, { user: 'ann' })).rejects.toThrow(refusal)
  await expect(revokeTokenCommand(config, { user: 'ann' })).rejects.toThrow(refusal)
})

test('a password that is too short', async () => {
  const refusal = '--password: The password needs at least 8 characters'
  await expect(addUserCommand(config, { email: 'a@b.co', password: 'short' })).rejects.toThrow(refusal)
})

test('a token to revoke that is not said, or said twice', async () => {
  await expect(revokeTokenCommand(config, {})).rejects.toThrow('Say which token: --id NUMBER')
  await expect(revokeTokenCommand(config, { id: 1, user: 'a@b.co' })).rejects.toThrow('Say which token: --id NUMBER')
})

test('a name that is empty, endless or invisible', async () => {
  const redirectUri = 'https://a.example/'

  for (const name of [' ', 'a'.repeat(256), 'a\tb']) {
    await expect(createAppCommand(config, { name, redirectUri, scopes: 'base' })).rejects.toThrow('is not a name')
  }
})

test('a backup in the place of a folder or a device', async () => {
  await expect(backupCommand(config, folder)).rejects.toThrow(`${folder} is a folder: name a file in it`)
  await expect(backupCommand(config, '/dev/null')).rejects.toThrow('/dev/null is not a file')
})

test('a backup in the place of a file, without --force', async () => {
  const path = `${folder}/monday.portico`
  await writeFile(path, 'the backup of last week')

  await expect(backupCommand(config, path)).rejects.toThrow(`${path} is there already: name another file, or --force`)
  expect(await readFile(path, 'utf8')).toBe('the backup of last week')
})

test('an account to copy without a token, or at what is no address', async () => {
  const url = 'https://acme.example'

  await expect(importHostedCommand(config, { url }, {})).rejects.toThrow('Say --token, or set HOSTED_API_TOKEN')
  await expect(importHostedCommand(config, { url: 'acme', token: 'x' }, {})).rejects.toThrow(
    '--url: "acme" is not an address',
  )
})

test('an account to copy at an address that a token would be sent to in the clear', async () => {
  const refusal = 'must be called by https://'
  for (const url of ['http://acme.example', 'http://8.8.8.8', 'http://[2606:4700::1111]', 'http://localhost.example'])
    await expect(importHostedCommand(config, { url, token: 'x' }, {}), url).rejects.toThrow(refusal)

  // These are taken, and the database that is not there is asked for next.
  for (const url of [
    'https://acme.example',
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://10.1.2.3',
    'http://[::1]',
  ])
    await expect(importHostedCommand(config, { url, token: 'x' }, {}), url).rejects.not.toThrow(refusal)
  const allowing = { ...config, privateTargets: true }
  await expect(importHostedCommand(allowing, { url: 'http://crm', token: 'x' }, {})).rejects.not.toThrow(refusal)
})
