import { answerAsThread } from '../jobs/threads.ts'
import { fetchBatch } from './imapBatch.ts'

/** Runs in threads of its own, see `openImapReader`. */
answerAsThread(fetchBatch)
