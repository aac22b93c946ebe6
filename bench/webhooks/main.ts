import { startBenchServer } from '../benchServer.ts'
import { speed } from './speed.ts'
import { storm } from './storm.ts'
import { takeOver } from './takeOver.ts'

/** `npm run webhook-load [-- storm | speed | take-over [EVENTS]]`: all parts, or one, with so many events. */
const [part = 'all', wanted = '10000'] = process.argv.slice(2)
const events = Number(wanted)
if (!['all', 'storm', 'speed', 'take-over'].includes(part) || !Number.isInteger(events) || events < 100) {
  console.error('npm run webhook-load [-- storm | speed | take-over [EVENTS]]')
  process.exit(2)
}

const wrong: string[] = []
const server = await startBenchServer({ PORTICO_PRIVATE_TARGETS: 'allow', PORTICO_LOG_LEVEL: 'error' })
try {
  if (part === 'all' || part === 'speed') {
    const report = await speed(server, { events: part === 'speed' ? events : 4000 })
    console.log('speed', report)
    if (report.deliveriesPerSecond < 300) wrong.push('fewer than 300 deliveries a second')
    if (report.slowerBy > 15) wrong.push('webhooks make creates slower by more than 15 %')
  }
  if (part === 'all' || part === 'storm') {
    const report = await storm(server, { events, kills: 3, patienceMs: 10 * 60_000 })
    console.log('storm', report)
    for (const [name, { lost, outOfOrder, unsigned }] of Object.entries({ bad: report.bad, good: report.good })) {
      if (lost > 0) wrong.push(`${lost} events did not arrive at the ${name} receiver`)
      if (outOfOrder > 0) wrong.push(`events of ${outOfOrder} records arrived at the ${name} receiver out of order`)
      if (unsigned > 0) wrong.push(`${unsigned} deliveries to the ${name} receiver had no valid signature`)
    }
  }
  if (part === 'all' || part === 'take-over') {
    const report = await takeOver(server, { kills: 5 })
    console.log('take-over', report)
    if (report.lost > 0) wrong.push(`${report.lost} events did not arrive after a kill`)
  }
} finally {
  await server.stop()
}
if (wrong.length > 0) console.log(wrong.join('\n'))
process.exit(wrong.length > 0 ? 1 : 0)
