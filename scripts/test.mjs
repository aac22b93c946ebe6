// npm test: installs everything, builds, checks types, lint and format, runs every test.
import './check.mjs'
import { tool } from './lib.mjs'

await tool('vitest', 'vitest', 'run', ...process.argv.slice(2))
