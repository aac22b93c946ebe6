import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { onceFor } from '../../../base/api/idempotency.ts'
import { v1 } from '../../../base/api/operation.ts'
import { download } from '../../files/download.ts'
import { receiveFile } from '../../files/receiveFile.ts'
import { requireCall } from '../store.ts'
import { addRecording } from '../write.ts'

const scopes = ['phone-integration'] as const
const params = { id: Uuid }

/** The largest recording that is taken. */
const MAX_RECORDING_BYTES = 100_000_000

const RECORDING_UPLOAD = { maxFileBytes: MAX_RECORDING_BYTES, maxFiles: 1, maxFieldBytes: 10_000 }

const addCallLogAudioFile = v1({
  route: 'POST /callLogs/{id}/recordings',
  summary: 'Upload the recording of a call, up to 100 MB, once',
  description: 'The audio file goes in the form field `file`.',
  scopes,
  params,
  upload: RECORDING_UPLOAD,
  body: { file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
  reply: Type.Null(),
  // The upload streams; only the write at its end is a transaction.
  transaction: 'none',
  cost: 10,
  async run({ params }, outer) {
    const { id } = params
    await requireCall(outer, id)
    const name = 'POST /callLogs/{id}/recordings'
    return receiveFile(
      outer,
      (crm, { file, claim }) =>
        onceFor(crm, { name, content: [id, file.name, file.sha256] }, async () => {
          await claim(crm)
          await addRecording(crm, id, file)
          return answer(null)
        }),
      RECORDING_UPLOAD,
    )
  },
})

const getCallLogAudioFile = v1({
  route: 'GET /callLogs/{id}/recordings',
  summary: 'Download the recording of a call',
  scopes,
  params,
  reply: Type.Unknown(),
  whole: true,
  cost: 20,
  async run({ params }, crm) {
    const call = await requireCall(crm, params.id)
    if (call.is_deleted) throw failure('gone', 'The call log is deleted')
    if (call.file_key === null) throw failure('missing', 'The call log has no recording')
    return download(crm, {
      key: call.file_key,
      name: call.file_name ?? 'recording',
      type: call.file_type ?? '',
      record: `the recording of call log ${call.id}`,
    })
  },
})

export const callRecordings = [addCallLogAudioFile, getCallLogAudioFile]
