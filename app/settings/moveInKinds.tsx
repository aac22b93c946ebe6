import type { MoveInShape } from '@portico/crm/across/moveIn/app/shape'

type Kind = MoveInShape['kinds'][number]

/** Both sides of each kind, as far as it was read. */
export function MoveInKinds({ move: { kinds, state } }: { move: MoveInShape }) {
  const goesOn = state === 'waiting' || state === 'running'
  // What a company has nothing of is only in the way, once it is known.
  const told = kinds.filter(kind => goesOn || kind.listed > 0 || (kind.here ?? 0) > 0)
  if (told.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it sideways by keys
    <section class="table-scroll" tabIndex={0} aria-label="By kind">
      <table class="settings-table">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">There</th>
            <th scope="col">{goesOn ? 'Added' : 'Here'}</th>
            {!goesOn && <th scope="col">Added</th>}
            <th scope="col">Changed</th>
            <th scope="col">Removed</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {told.map(kind => (
            <tr key={kind.kind} data-state={kind.state}>
              <th scope="row">
                {nameOf(kind.kind)} {goesOn && <span class="soft">{WORDS[kind.state]}</span>}
              </th>
              {figures(kind, goesOn).map(([what, figure]) => (
                <td key={what}>{figure.toLocaleString()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WORDS = { done: '✓', running: '…', ahead: '' }

function figures({ listed, here, added, changed, removed, refused }: Kind, goesOn: boolean) {
  return [
    ['there', listed] as const,
    ...(goesOn ? [] : [['here', here ?? 0] as const]),
    ['added', added] as const,
    ['changed', changed] as const,
    ['removed', removed] as const,
    ['refused', refused] as const,
  ]
}

/** `activity type` → `Activity types`, `pipelines of role` as it is. */
function nameOf(kind: string): string {
  const several = / of |s$/.test(kind) ? kind : kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
  return several.charAt(0).toUpperCase() + several.slice(1)
}
