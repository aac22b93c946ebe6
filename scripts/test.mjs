// npm test: installs everything, builds, checks types, lint and format, runs every test.
import './check.mjs'
import { tool } from './lib.mjs'

// What is tested is what was compiled, as people run it.
process.env.PORTICO_TEST_COMPILED = '1'
await tool('vitest', 'vitest', 'run', ...process.argv.slice(2))
