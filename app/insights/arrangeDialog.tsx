import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { arrange, hideChart, moveChart } from './choice.ts'
import { REPORTS, reportNamed } from './reports.ts'

/** Which charts are shown, and in what order. */
export function ArrangeDialog({ charts, close }: { charts: readonly string[]; close: () => void }) {
  const hidden = REPORTS.filter(({ name }) => !charts.includes(name))
  return (
    <Dialog title="Arrange the charts" close={close}>
      <ol class="column-choice" aria-label="Shown charts">
        {charts.map(name => {
          const title = reportNamed(name)?.title ?? name
          return (
            <li key={name}>
              <span>{title}</span>
              <button type="button" class="round" aria-label={`Move ${title} up`} onClick={() => moveChart(name, -1)}>
                <Icon name="up" />
              </button>
              <button type="button" class="round" aria-label={`Move ${title} down`} onClick={() => moveChart(name, 1)}>
                <Icon name="down" />
              </button>
              <button type="button" class="round" aria-label={`Hide ${title}`} onClick={() => hideChart(name)}>
                <Icon name="close" />
              </button>
            </li>
          )
        })}
      </ol>
      {hidden.length > 0 && (
        <ul class="column-choice" aria-label="Hidden charts">
          {hidden.map(({ name, title }) => (
            <li key={name}>
              <button type="button" class="quiet" onClick={() => arrange([...charts, name])}>
                <Icon name="plus" /> {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button type="button" class="primary" onClick={close}>
          Done
        </button>
        <button type="button" class="quiet" onClick={() => arrange(REPORTS.map(({ name }) => name))}>
          As they were first
        </button>
      </div>
    </Dialog>
  )
}
