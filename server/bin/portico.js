#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const main = new URL('../dist/bundle/main.js', import.meta.url)
if (existsSync(main)) {
  // From Node 22 on: compiled code is kept.
  module.enableCompileCache?.()
  await import(main.href)
} else {
  console.error('portico: not built yet: run `npm start` once, or `npm run build`')
  process.exitCode = 1
}
