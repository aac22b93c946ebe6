// npm test: installs everything, builds, checks types, lint and format, runs every test.
import { buildAndLint, checkTestTypes, install, requireNode, tool } from './lib.mjs'

requireNode(20, 19)
await install('all')
await buildAndLint()
// What is tested is what was compiled, as people run it.
process.env.PORTICO_TEST_COMPILED = '1'
await Promise.all([checkTestTypes(), tool('vitest', 'vitest', 'run', ...process.argv.slice(2))])
