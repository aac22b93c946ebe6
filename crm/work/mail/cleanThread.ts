import { answerAsThread } from '@portico/kit/jobs/threads'
import { type Body, cleanBody } from './cleanMail.ts'

/** Runs in threads of its own, see `cleanInThread`. */
answerAsThread(async (body: Body) => cleanBody(body))
