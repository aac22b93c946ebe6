import { expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { backupCommand } from './backupCommands.ts'
import { addUserCommand, createAppCommand, createTokenCommand } from './people.ts'

/* What somebody mistypes is refused in one line before the database is opened. */

const folder = await scratchFolder()
const config = readConfig({ PORTICO_DATA_DIR: `${folder}/data`, DATABASE_URL: 'postgres://u@127.0.0.1:1/never-opened' })

test('an e-mail address that is none, or longer than one can be', async () => {
  await expect(addUserCommand(config, { email: '' })).rejects.toThrow('"" is not an e-mail address')
  await expect(addUserCommand(config, { email: `${'a'.repeat(250)}@b.co` })).rejects.toThrow('not an e-mail address')
  await expect(createTokenCommand(config, { user: 'ann', name: 'x' })).rejects.toThrow('"ann" is not an e-mail address')
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
