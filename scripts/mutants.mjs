// npm run mutants: installs its tool, which nothing else needs, in mutants/, and runs it.
import { join } from 'node:path'
import { install, npm, requireNode, root, run } from './lib.mjs'

requireNode(20, 19)
await install('all')
// Its vitest is ours.
await npm(
  'ci',
  '--prefix',
  'mutants',
  '--legacy-peer-deps',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
)
const tool = join(root, 'mutants/node_modules/@stryker-mutator/core/bin/stryker.js')
await run(process.execPath, [tool, 'run', 'mutants/stryker.config.mjs', ...process.argv.slice(2)], 'stryker')
