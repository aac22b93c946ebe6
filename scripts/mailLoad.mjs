// npm run mail-load [-- drop-box | imap | bad-mail]: builds, then sends mail to a server of its own and looks whether all of it is there once.
import { compileAll, install, requireNode, script } from './lib.mjs'

requireNode(20, 19)
await install('all')
await compileAll()
await script('bench/dist/mail/main.js', process.argv.slice(2))
