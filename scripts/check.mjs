// npm run check: types (tests included), lint and format.
import { install, requireNode, script, tool } from './lib.mjs'

requireNode(20, 19)
install('all')
tool('typescript', 'tsc', '-b')
script('gate/scripts/bundleZk.mjs')
tool('typescript', 'tsc', '-p', 'tsconfig.check.json')
tool('typescript', 'tsc', '-p', 'gate/tsconfig.test.json')
tool('@biomejs/biome', 'biome', 'check', '--error-on-warnings', '.')
