import type { Hono } from 'hono'
import type { EdgeEnv } from '../http/edge.ts'
import type { Tasks, Timetable } from '../jobs/jobs.ts'
import type { DropBox } from '../mail/dropBox.ts'
import type { ServedApi } from './serveApi.ts'

/** What a product hands to the server that puts the products together. */
export interface Product {
  readonly name: string
  readonly apis: readonly ServedApi[]
  readonly pages?: (app: Hono<EdgeEnv>) => void
  readonly tasks: Tasks
  readonly timetable: readonly Timetable[]
  /** Ends event streams, which would go on for ever: before the server waits for what is under way. */
  readonly endStreams?: () => void
  /** Where it takes mail, if it does. */
  readonly dropBox?: DropBox
  /** What it does by itself from the start of the server to its end. */
  readonly background?: { start(): void; stop(): Promise<void> }
}
