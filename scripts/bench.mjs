// npm run bench [-- --quick | --steady | --scale | --listeners | --sign-in | --personal-data | --copy | --app | --market | --gate]: builds, then measures against the floor.
import { bundleApp, compile, install, requireNode, script } from './lib.mjs'

const SUITES = { '--market': 'market/dist/bench/run.js', '--gate': 'gate/dist/bench/verified.js' }

requireNode(20, 19)
await install('all')
await Promise.all([compile('-b'), bundleApp()])
const [suite = '--full'] = process.argv.slice(2)
await script(SUITES[suite] ?? 'bench/dist/main.js', suite in SUITES ? [] : [suite])
