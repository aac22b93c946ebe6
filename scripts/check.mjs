// npm run check: types (tests included), lint and format.
import { buildAndLint, checkTestTypes, install, requireNode } from './lib.mjs'

requireNode(20, 19)
await install('all')
await buildAndLint()
await checkTestTypes()
