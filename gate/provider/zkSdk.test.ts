import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { isZkAvailable } from '../core.ts'
import { isZkSdkInstalled, readZkPage } from './zkSdk.ts'

const folder = mkdtempSync(join(tmpdir(), 'gate-zk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('finds the SDK once it is installed beside the asker, without loading it', async () => {
  const asker = pathToFileURL(join(folder, 'node_modules', 'gate', 'dist', 'asker.js')).href
  expect(await isZkSdkInstalled(asker)).toBe(false)

  const sdk = join(folder, 'node_modules', '@zkpassport', 'sdk')
  mkdirSync(sdk, { recursive: true })
  writeFileSync(join(sdk, 'package.json'), '{"name": "@zkpassport/sdk", "main": "index.cjs"}')
  writeFileSync(join(sdk, 'index.cjs'), 'throw new Error("was loaded")')

  expect(await isZkSdkInstalled(asker)).toBe(true)
})

it('calls zk available where both halves are there', async () => {
  expect(await isZkAvailable()).toBe((await isZkSdkInstalled()) && (await readZkPage()) !== undefined)
})
