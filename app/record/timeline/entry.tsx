import { money } from '../../parts/money.ts'
import type { Field } from '../fieldValue.ts'
import { panelLink } from '../panel.ts'
import { ChangedValue, fieldName, wordsOf } from './changedValue.tsx'
import type { FlowEntry } from './flowPages.ts'
import { MailEntry } from './mailEntry.tsx'

/** Something that happened, in words. */
export function Entry({ entry: { object, data }, fields }: { entry: FlowEntry; fields: readonly Field[] }) {
  if (object === 'note') return <Note html={String(data.content)} />
  if (object === 'comment') return <span>Comment: {String(data.content)}</span>
  if (object === 'activity') return <span>Done: {String(data.subject)}</span>
  if (object === 'file')
    return (
      <a href={`/v1/files/${data.id}/download`} download>
        {String(data.name ?? data.file_name)}
      </a>
    )
  if (object.startsWith('mailMessage')) return <MailEntry message={data} />
  if (object === 'call') return <CallEntry call={data} />
  if (object === 'deal')
    return (
      <span>
        Deal added: <a {...panelLink('deal', Number(data.id))}>{String(data.title)}</a>,{' '}
        {money(Number(data.value), String(data.currency))}
      </span>
    )
  if (object.endsWith('Change')) {
    const code = String(data.field_key)
    return (
      <span>
        {fieldName(fields, code)}:{' '}
        <s>
          <ChangedValue fields={fields} code={code} value={data.old_value} />
        </s>{' '}
        → <ChangedValue fields={fields} code={code} value={data.new_value} />
      </span>
    )
  }
  if (object.endsWith('Follower')) return <span>{data.action === 'added' ? 'Follower added' : 'Follower removed'}</span>
  if (object === 'participant')
    return <span>{data.action === 'added' ? 'Participant added' : 'Participant removed'}</span>
  return <span>{wordsOf(object)}</span>
}

/** A note; the server has cleaned its HTML before it was stored. */
export function Note({ html }: { html: string }) {
  return <div class="note" dangerouslySetInnerHTML={{ __html: html }} />
}

function CallEntry({ call }: { call: FlowEntry['data'] }) {
  const minutes = Math.round(Number(call.duration) / 60)
  return (
    <>
      <span>
        Called {String(call.to_phone_number)}: {wordsOf(String(call.outcome)).toLowerCase()}
        {minutes > 0 ? `, ${minutes} min` : ''}
      </span>
      {call.subject ? <strong>{String(call.subject)}</strong> : null}
      {call.note ? <Note html={String(call.note)} /> : null}
    </>
  )
}
