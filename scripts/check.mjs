// npm run check: types (tests included), lint and format.
import { compile, compileAll, install, requireNode, script, tool } from './lib.mjs'

requireNode(20, 19)
await install('all')
// The types of the gate come from its build.
await Promise.all([compileAll(), tool('@biomejs/biome', 'biome', 'check', '--error-on-warnings', '.')])
await Promise.all([
  compile('-p', 'tsconfig.check.json'),
  compile('-p', 'gate/tsconfig.test.json'),
  compile('-p', 'app'),
  script('gate/scripts/bundleZk.mjs'),
])
