import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test, vi } from 'vitest'
import { environment, PORTICO } from '../testing/portico.ts'
import { startTestServer } from '../testing/startTestServer.ts'
import { exportCommand } from './exportCommand.ts'
import { mcpCommand } from './mcp.ts'

/* Commands that ask a running server. An assistant starts `portico mcp` and talks to it as the SDK does. */

const { origin, token } = await startTestServer()

async function started(...args: string[]) {
  const client = new Client({ name: 'test', version: '1' })
  const env = Object.entries(environment({ PORTICO_API_TOKEN: token }))
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PORTICO, 'mcp', '--url', origin, ...args],
      env: Object.fromEntries(env.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      stderr: 'inherit',
    }),
  )
  onTestFinished(() => client.close())
  return client
}

test('tools are listed and called with the token of the environment; those that write with --write', async () => {
  const reading = await started()
  const listed = (await reading.listTools()).tools.map(({ name }) => name)
  expect(listed).toContain('get_deal')
  expect(listed).not.toContain('create_deal')
  expect(reading.getServerVersion()?.name).toBe('portico')

  const writing = await started('--write')
  const { content } = await writing.callTool({ name: 'create_deal', arguments: { title: 'By stdio' } })
  const { id } = JSON.parse(content[0]?.type === 'text' ? content[0].text : '')
  const stored = await fetch(`${origin}/api/v2/deals/${id}`, { headers: { 'x-api-token': token } })
  expect(await stored.json()).toMatchObject({ data: { title: 'By stdio' } })
  expect(await reading.callTool({ name: 'get_deal', arguments: { id: 'x' } })).toMatchObject({ isError: true })
})

test('a line that says what is missing: token, address, server, valid token', async () => {
  const started = (url: string, env: NodeJS.ProcessEnv) => expect(mcpCommand({ url }, env)).rejects

  await started(origin, {}).toThrow('PORTICO_API_TOKEN is not set')
  await started('nowhere', { PORTICO_API_TOKEN: token }).toThrow('--url: "nowhere" is not an address')
  await started('http://127.0.0.1:1', { PORTICO_API_TOKEN: token }).toThrow('No answer from http://127.0.0.1:1')
  await started(origin, { PORTICO_API_TOKEN: 'f'.repeat(40) }).toThrow('answered 401: No valid token')
})

test('everything is exported into a file that is whole; one that is there stays unless it is to be replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const file = join(folder, 'all.zip')
  const options = { url: origin, kinds: 'deals, users', format: 'csv' }
  await writeFile(file, 'mine')
  const exporting = (given: object, env: NodeJS.ProcessEnv = { PORTICO_API_TOKEN: token }) =>
    exportCommand(file, { ...options, ...given }, env)
  await expect(exporting({})).rejects.toThrow('is there already')
  await expect(exporting({ force: true }, {})).rejects.toThrow('PORTICO_API_TOKEN is not set')
  await expect(exporting({ force: true, kinds: 'nothing' })).rejects.toThrow('answered 400: ')
  expect(await readFile(file, 'utf8')).toBe('mine')

  await exporting({ force: true })

  const archive = await readFile(file)
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  for (const name of ['manifest.json', 'deals.csv', 'users.csv']) expect(archive.includes(name), name).toBe(true)
  expect(archive.subarray(-22, -18).toString('latin1')).toBe('PK\x05\x06')
  expect(await readdir(folder)).toEqual(['all.zip'])
  expect(said.mock.calls.join()).toContain(`${file}, `)
})
