// npm run fuzz [-- CALLS] [--seed N] [PART OF A PATH]: builds, then calls every operation of a server of its own, rightly, almost rightly and with hostile input.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/fuzz/main.js', process.argv.slice(2))
