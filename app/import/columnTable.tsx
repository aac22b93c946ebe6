import type { ShownImport, ShownPreview, ShownTarget } from '@portico/crm/across/imports/app/shape'
import type { Signal } from '@preact/signals'

export type Choice = Pick<ShownImport['columns'][number], 'target' | 'dates' | 'numbers'>

interface Props {
  file: ShownImport
  targets: readonly ShownTarget[]
  columns: Signal<readonly Choice[]>
  preview: ShownPreview | undefined
}

const KINDS = [
  ['person', 'Person'],
  ['organization', 'Organization'],
  ['deal', 'Deal'],
  ['product', 'Product'],
] as const

const DATES: ReadonlySet<string> = new Set(['date', 'daterange'])
const NUMBERS: ReadonlySet<string> = new Set(['double', 'int', 'monetary', 'price_list'])

/** The columns of a file with what is in them, and what they are taken for. */
export function ColumnTable({ file, targets, columns, preview }: Props) {
  const set = (at: number, part: Partial<Choice>) => {
    columns.value = columns.value.map((choice, nr) => {
      if (nr === at) return { ...choice, ...part }
      // A field is taken from one column alone.
      return part.target && choice.target === part.target ? { ...choice, target: null } : choice
    })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it sideways by keys
    <section class="table-scroll" tabIndex={0} aria-label="Columns of the file">
      <table class="columns">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">In the file</th>
            <th scope="col">Is</th>
            <th scope="col">Problems</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map(({ header, samples, has_ambiguous_dates }, at) => {
            const choice = columns.value[at]
            const type = targets.find(({ id }) => id === choice?.target)?.type ?? ''
            const problems = preview?.problem_columns.find(({ column }) => column === at)?.count
            return (
              <tr key={at} data-unused={!choice?.target}>
                <th scope="row">{header}</th>
                <td class="samples">{samples.slice(0, 3).join(' · ')}</td>
                <td>
                  <select
                    aria-label={`What ${header} is`}
                    value={choice?.target ?? ''}
                    onChange={({ currentTarget: { value } }) => set(at, { target: value || null })}
                  >
                    <option value="">Leave out</option>
                    {KINDS.map(([kind, label]) => (
                      <optgroup key={kind} label={label}>
                        {targets
                          .filter(target => target.kind === kind)
                          .map(target => (
                            <option key={target.id} value={target.id}>
                              {label}: {target.label}
                            </option>
                          ))}
                      </optgroup>
                    ))}
                  </select>
                  {DATES.has(type) && (
                    <select
                      aria-label={`Order of days in ${header}`}
                      data-unsure={has_ambiguous_dates}
                      value={choice?.dates ?? 'dmy'}
                      onChange={({ currentTarget: { value } }) => set(at, { dates: value === 'mdy' ? 'mdy' : 'dmy' })}
                    >
                      <option value="dmy">Day, month, year</option>
                      <option value="mdy">Month, day, year</option>
                    </select>
                  )}
                  {NUMBERS.has(type) && (
                    <select
                      aria-label={`How numbers are written in ${header}`}
                      value={choice?.numbers ?? 'point'}
                      onChange={({ currentTarget: { value } }) =>
                        set(at, { numbers: value === 'comma' ? 'comma' : 'point' })
                      }
                    >
                      <option value="point">1,234.56</option>
                      <option value="comma">1.234,56</option>
                    </select>
                  )}
                </td>
                <td class="problems">{problems ? problems.toLocaleString() : ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
