import { answerAsThread } from '../jobs/threads.ts'
import { parseMessage } from './parseMessage.ts'

/** Runs in threads of its own, see `openMessageReader`. */
answerAsThread(parseMessage)
