// npm run webhook-load [-- storm | speed [EVENTS]]: builds, then sends webhooks to receivers that fail while the server is killed, and measures how many leave in a second.
import { compile, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compile('-b')
await script('bench/dist/webhooks/main.js', process.argv.slice(2))
