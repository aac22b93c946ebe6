import type { Child } from 'hono/jsx'
import type { Problem } from '../http/forms.ts'

interface FieldProps {
  name: string
  label: string
  value?: string | undefined
  problem?: Problem | undefined
  hint?: string | undefined
  type?: string
  required?: boolean
  autocomplete?: string
  inputmode?: 'decimal' | 'numeric' | 'email' | 'text'
  min?: string
  max?: string
  maxlength?: number
  placeholder?: string
  /** Where typing begins when nothing is wrong yet. */
  autofocus?: boolean
}

export function Field(props: FieldProps) {
  const { name, label, problem, hint, value, required = true, type = 'text', autofocus = false, ...rest } = props
  const wrong = isAbout(problem, name)
  return (
    <Labelled name={name} label={label} problem={wrong ? problem : undefined} hint={hint} optional={!required}>
      <input
        id={`f-${name}`}
        name={name}
        type={type}
        value={value}
        required={required}
        autofocus={wrong || autofocus}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={describedBy(name, wrong, hint)}
        {...rest}
      />
    </Labelled>
  )
}

export function TextArea({ name, label, value, problem, hint, maxlength }: FieldProps) {
  const wrong = isAbout(problem, name)
  return (
    <Labelled name={name} label={label} problem={wrong ? problem : undefined} hint={hint} optional>
      <textarea
        id={`f-${name}`}
        name={name}
        rows={4}
        maxlength={maxlength}
        autofocus={wrong}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={describedBy(name, wrong, hint)}
      >
        {value}
      </textarea>
    </Labelled>
  )
}

interface ChoiceProps extends FieldProps {
  options: readonly { value: string; text: string }[]
}

export function Choice({ name, label, value, problem, hint, options, required = true }: ChoiceProps) {
  const wrong = isAbout(problem, name)
  return (
    <Labelled name={name} label={label} problem={wrong ? problem : undefined} hint={hint} optional={!required}>
      <select
        id={`f-${name}`}
        name={name}
        required={required}
        autofocus={wrong}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={describedBy(name, wrong, hint)}
      >
        {options.map(option => (
          <option value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

export function Check({
  name,
  label,
  checked,
  hint,
}: {
  name: string
  label: string
  checked: boolean
  hint?: string
}) {
  return (
    <div class="check">
      <input id={`f-${name}`} type="checkbox" name={name} value="true" checked={checked} />
      <label for={`f-${name}`}>
        {label}
        {hint && <span class="hint">{hint}</span>}
      </label>
    </div>
  )
}

interface LabelledProps {
  name: string
  label: string
  problem: Problem | undefined
  hint: string | undefined
  optional: boolean
  children?: Child
}

function Labelled({ name, label, problem, hint, optional, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={`f-${name}`}>
        {label}
        {optional && <span class="optional"> optional</span>}
      </label>
      {children}
      {hint && (
        <p class="hint" id={`h-${name}`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="wrong" id={`e-${name}`}>
          {sentence(problem.message, name, label)}
        </p>
      )}
    </div>
  )
}

function describedBy(name: string, wrong: boolean, hint: string | undefined): string | undefined {
  return [wrong && `e-${name}`, hint && `h-${name}`].filter(Boolean).join(' ') || undefined
}

/** The API may name a part of a field (`universities.0.name`) where a page has one field for all of it. */
function isAbout(problem: Problem | undefined, name: string): boolean {
  return problem?.field?.split('.')[0] === name
}

/** The API names a field as it is sent; a person knows it by its label. */
function sentence(message: string, name: string, label: string): string {
  return message.startsWith(`${name} `) ? `${label} ${message.slice(name.length + 1)}` : message
}

/** Why something was not done, where no form has a field for it. */
export function Refused({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <p class="problem" role="alert">
      {problem.message}
    </p>
  )
}

/** What is wrong with the form as a whole; what belongs to a field stands beside that field too. */
export function ProblemNote({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <div class="problem" role="alert">
      {problem.field ? (
        <a href={`#f-${problem.field.split('.')[0]}`}>Please look at the marked field.</a>
      ) : (
        problem.message
      )}
    </div>
  )
}
