// npm run bench [-- --quick | --steady | --scale | --listeners | --sign-in | --personal-data | --copy | --machines | --app | --gate]: builds, then measures against the floor.
import { compileAll, install, requireNode, script } from './lib.mjs'

const GATE = 'gate/dist/bench/verified.js'

requireNode(20, 19)
await install('all')
await compileAll()
const args = process.argv.slice(2)
await (args[0] === '--gate' ? script(GATE, []) : script('bench/dist/main.js', args))
