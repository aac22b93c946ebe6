// npm run torture [-- --minutes N]: builds, then lets writers, readers, uploads, checkouts, webhooks and mail work on a server of its own while
// server, database and both are killed, connections cut, the disk filled and the clock moved; compares what is there with what was acknowledged.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/torture/main.js', process.argv.slice(2))
