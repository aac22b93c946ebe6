// npm run webhook-load [-- storm | speed | take-over [EVENTS]]: builds, then sends webhooks to receivers that fail while the server is killed, measures
// how many leave in a second, and how long it takes until another process goes on for one that was killed.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/webhooks/main.js', process.argv.slice(2))
