import type { DuplicateKind, DuplicatePair } from '@portico/crm/across/duplicates/app/shape'
import { recordAddress } from '../record/places.ts'
import { userName } from '../store/company.ts'

const SAME = { name: 'name', email: 'e-mail', phone: 'phone', organization: 'organization' } as const

interface Props {
  kind: DuplicateKind
  pair: DuplicatePair
  mayMerge: boolean
  merge: () => void
  separate: () => void
}

/** Two records side by side, with what is the same. */
export function PairCard({ kind, pair, mayMerge, merge, separate }: Props) {
  const same = pair.same.map(each => SAME[each]).join(', ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the pair that has the focus
    <li class="pair" tabIndex={0} aria-label={`${pair.first.name}, twice`}>
      <p class="soft">Same {same}</p>
      <div class="pair-two">
        {[pair.first, pair.second].map(record => (
          <Alike key={record.id} kind={kind} record={record} />
        ))}
      </div>
      {mayMerge && (
        <div class="row">
          <button type="button" class="primary" onClick={merge}>
            Merge …
          </button>
          <button type="button" onClick={separate}>
            Keep separate
          </button>
        </div>
      )}
    </li>
  )
}

function Alike({ kind, record }: { kind: DuplicateKind; record: DuplicatePair['first'] }) {
  const { id, name, organization_name, address, emails, phones, owner_id, add_time } = record
  const lines = [organization_name, address, emails.join(', '), phones.join(', ')].filter(Boolean)
  return (
    <div>
      <a href={recordAddress(kind, id)}>{name}</a>
      {lines.map(line => (
        <span key={line}>{line}</span>
      ))}
      <small class="soft">
        {userName(owner_id)}, added {new Date(add_time).toLocaleDateString()}
      </small>
    </div>
  )
}
