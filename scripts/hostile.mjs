// npm run hostile [-- WORD …]: builds, then attacks a server of its own in every known way, or in those whose name has a word.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/hostile/main.js', process.argv.slice(2))
