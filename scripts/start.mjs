// npm start: installs and builds what is missing or older than the sources, then serves.
import { build, install, requireNode } from './lib.mjs'

requireNode(20, 19)
await install('run')
await build()
process.argv = [process.argv[0], 'portico', 'serve']
// In this process, not a child: signals reach it, and a second start saves the time of another Node.
await import(new URL('../server/bin/portico.js', import.meta.url).href)
