export * from './core.ts'
export { memorySessions } from './session/memory.ts'
