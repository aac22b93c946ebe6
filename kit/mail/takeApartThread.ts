import { answerAsThread } from '../jobs/threads.ts'
import { takeApart } from './takeApart.ts'

/** Runs in threads of its own, see `openMessageReader`. */
answerAsThread(takeApart)
