import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ALL_COUNTRIES } from '../countries.ts'
import { hasSdk, SDK_NOTE } from '../testing/zkSdk.ts'
import { zkProcess } from './zkProcess.ts'
import { stepsFor } from './zkQuery.ts'

describe('a check that takes too long', () => {
  it('ends, and the next one does not fall to the process that is being ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gate-zk-'))
    const program = join(folder, 'sluggish.mjs')
    // Says what it was asked for, unless that is "never".
    writeFileSync(
      program,
      `process.on('message', ({ scope }) => {
        if (scope !== 'never') process.send({ type: 'verdict', verified: true, uniqueIdentifier: scope, wrong: [] })
      })`,
    )
    const verify = zkProcess({ fetch, now: Date.now, program: pathToFileURL(program), timeout: 4_000 })
    const check = { domain: 'x', steps: [], proofs: [], queryResult: {}, devMode: true }

    const late = verify({ ...check, scope: 'never' })
    const next = verify({ ...check, scope: 'me' })

    await expect(late).rejects.toThrow('took too long')
    expect(await next).toMatchObject({ verified: true, uniqueIdentifier: 'me' })
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(!hasSdk)(`the process of the SDK${SDK_NOTE}`, () => {
  const noNetwork = () => Promise.reject(new Error('no network'))
  const verify = zkProcess({ fetch: noNetwork, now: Date.now })

  it('takes every code a filter takes, and answers by refusing', async () => {
    const excluded = ALL_COUNTRIES.slice(0, 200)
    const steps = stepsFor(
      { minAge: 18, nationality: { excluded }, issuingState: { included: ALL_COUNTRIES.slice(73) } },
      's',
    )

    // A proof of nothing: what matters is that building the query did not throw.
    expect(
      await verify({ domain: 'x.example', steps, proofs: [], queryResult: {}, scope: 's', devMode: true }),
    ).toMatchObject({
      verified: false,
    })
  })

  it('survives answers that make the SDK throw, and leaves no prover behind', async () => {
    const proof = {
      proof: 'ab'.repeat(2_000),
      name: 'compare_age',
      version: '0.20.0',
      vkeyHash: '0x0',
      committedInputs: {},
    }
    const check = {
      domain: 'x.example',
      steps: stepsFor({ minAge: 18 }, 's'),
      proofs: [proof],
      queryResult: {},
      scope: 's',
      devMode: true,
    }

    const before = new Set(startedByChildren())

    for (let time = 0; time < 3; time++) await expect(verify(check)).rejects.toThrow("ZKPassport's SDK")
    expect(await verify({ ...check, proofs: [] })).toMatchObject({ verified: false })

    expect(startedByChildren().filter(started => !before.has(started))).toEqual([])
  })

  it('says so when too many wait', async () => {
    const check = { domain: 'x.example', steps: [], proofs: [], queryResult: {}, scope: 's', devMode: true }

    const all = await Promise.all(Array.from({ length: 20 }, () => verify(check)))

    expect(all.filter(verdict => verdict === 'busy')).toHaveLength(3)
  })
})

/** What runs under a process of this test, as provers do; a browser that other tests have opened may be among it. */
function startedByChildren(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map(line => line.trim().split(/\s+/))
  const children = new Set(rows.filter(([, parent]) => parent === String(process.pid)).map(([pid]) => pid))
  const mine = rows.filter(([, parent, state]) => children.has(parent) && !state?.startsWith('Z'))
  return mine.map(([pid, , , ...command]) => [pid, ...command].join(' '))
}
