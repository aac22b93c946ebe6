// npm run check: types (tests included), lint and format.
import { compile, install, requireNode, script, tool } from './lib.mjs'

requireNode(20, 19)
await install('all')
// The types of the gate come from its build.
await Promise.all([compile('-b'), tool('@biomejs/biome', 'biome', 'check', '--error-on-warnings', '.')])
await Promise.all([
  compile('-p', 'tsconfig.check.json'),
  compile('-p', 'gate/tsconfig.test.json'),
  script('gate/scripts/bundleZk.mjs'),
])
