// npm run move-load [-- RECORDS]: builds, then copies an account over a source that refuses every tenth call, while the copying is killed four times, and compares both sides.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/move/main.js', process.argv.slice(2))
