interface Step {
  id: number
  name: string
  /** Beside the name. */
  note?: string
}

interface Props {
  label: string
  steps: readonly Step[]
  current: number
  disabled: boolean
  choose: (step: Step) => void
}

/** What a record goes through, one after the other; a press moves it there. */
export function Steps({ label, steps, current, disabled, choose }: Props) {
  const reached = steps.findIndex(({ id }) => id === current)
  return (
    <ol class="stage-bar" aria-label={label}>
      {steps.map((step, nr) => (
        <li key={step.id} data-reached={nr <= reached}>
          <button
            type="button"
            aria-current={step.id === current ? 'step' : undefined}
            title={step.name}
            disabled={disabled}
            onClick={() => step.id !== current && choose(step)}
          >
            <span>{step.name}</span> <small>{step.note}</small>
          </button>
        </li>
      ))}
    </ol>
  )
}
