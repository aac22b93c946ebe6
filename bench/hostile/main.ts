import { setTimeout as sleep } from 'node:timers/promises'
import { ATTACKS } from './attacks.ts'
import { head, row } from './report.ts'
import { type Measured, runAttack } from './runAttack.ts'
import { openScene, type Scene } from './scene.ts'
import { BOUNDS, broken, growthOf, growthSince } from './verdict.ts'

const SIZE = { deals: 20_000, books: 5_000, buyers: 12 }
const TIMES = { longestMs: 12_000, quietMs: 1_000, mostQuietTurns: 15 }

/** `npm run hostile`: all attacks; with words, those whose name has one of them. */
const words = process.argv.slice(2)
const chosen = ATTACKS.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
if (chosen.length === 0) {
  console.error(
    `No attack has "${words.join('" or "')}" in its name. There are:\n${ATTACKS.map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exit(2)
}

const problems: string[] = []
const measured: Measured[] = []
let wholeGrowth = 0
let scene: Scene = await openScene(SIZE)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void scene.close().finally(() => process.exit(130)))
try {
  await sleep(3_000)
  const control = await scene.watch.look()
  console.log(`${chosen.length} attacks, Node ${process.version}, ${scene.postgres}, ${new Date().toISOString()}`)
  console.log(`without attack: slowest ordinary answer ${control.slowestMs.toFixed(0)} ms of ${control.calls}\n`)
  console.log(head())
  for (const attack of chosen) {
    const one = await runAttack(attack, scene.world, scene.watch, TIMES)
    measured.push(one)
    console.log(row(one))
    wholeGrowth = Math.max(wholeGrowth, growthSince(scene.memoryAtStart, one))
    for (const problem of broken(one, scene.memoryAtStart, BOUNDS)) problems.push(`${attack.name}: ${problem}`)
    if (await scene.isAnswering()) continue
    // The next attack is judged by itself, on a server that works.
    console.error('The server does not answer any more; starting another one.')
    await scene.close()
    scene = await openScene(SIZE)
  }
} finally {
  await scene.close()
}
const slowest = Math.max(...measured.map(({ seen }) => seen.slowestMs))
const growth = Math.max(...measured.map(growthOf))
console.log(
  `\nslowest ordinary answer ${slowest.toFixed(0)} ms, largest growth ${growth.toFixed(0)} MB by one attack, ${wholeGrowth.toFixed(0)} MB since the start`,
)
if (problems.length > 0) console.log(`\nDid not hold:\n${problems.map(line => `  ${line}`).join('\n')}`)
process.exit(problems.length > 0 ? 1 : 0)
