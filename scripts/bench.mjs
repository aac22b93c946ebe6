// npm run bench [-- --quick | --steady | --scale | --market | --gate]: builds, then measures against the floor.
import { install, requireNode, script, tool } from './lib.mjs'

const SUITES = { '--market': 'market/dist/bench/run.js', '--gate': 'gate/dist/bench/verified.js' }

requireNode(20, 19)
install('all')
tool('typescript', 'tsc', '-b')
const [suite = '--full'] = process.argv.slice(2)
script(SUITES[suite] ?? 'bench/dist/main.js', suite in SUITES ? [] : [suite])
