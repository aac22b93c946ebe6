// What `npm start` builds, alone.
import { build } from './lib.mjs'

await build()
