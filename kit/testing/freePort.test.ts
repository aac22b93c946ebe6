import { expect, test } from 'vitest'
import { claimPorts, freePort } from './freePort.ts'

test('two processes whose numbers fall on the same hundred claim different ones', async () => {
  const claimed = [await claimPorts(), await claimPorts()]

  expect(new Set(claimed).size).toBe(2)
})

test('a port is given once', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]

  expect(new Set(ports).size).toBe(3)
})
