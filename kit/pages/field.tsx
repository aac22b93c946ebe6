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
  const message = problemAt(problem, name)
  const wrong = message !== undefined
  return (
    <Labelled name={name} label={label} message={message} hint={hint} optional={!required}>
      <input
        id={`f-${name}`}
        name={name}
        type={type}
        value={value}
        required={required}
        autofocus={isFirst(problem, name) || autofocus}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={describedBy(name, wrong, hint)}
        {...rest}
      />
    </Labelled>
  )
}

export function TextArea({ name, label, value, problem, hint, maxlength, required = false }: FieldProps) {
  const message = problemAt(problem, name)
  const wrong = message !== undefined
  return (
    <Labelled name={name} label={label} message={message} hint={hint} optional={!required}>
      <textarea
        id={`f-${name}`}
        name={name}
        rows={4}
        required={required}
        maxlength={maxlength}
        autofocus={isFirst(problem, name)}
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
  const message = problemAt(problem, name)
  const wrong = message !== undefined
  return (
    <Labelled name={name} label={label} message={message} hint={hint} optional={!required}>
      <select
        id={`f-${name}`}
        name={name}
        required={required}
        autofocus={isFirst(problem, name)}
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
  message: string | undefined
  hint: string | undefined
  optional: boolean
  children?: Child
}

function Labelled({ name, label, message, hint, optional, children }: LabelledProps) {
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
      {message !== undefined && (
        <p class="wrong" id={`e-${name}`}>
          {sentence(message, name, label)}
        </p>
      )}
    </div>
  )
}

function describedBy(name: string, wrong: boolean, hint: string | undefined): string | undefined {
  return [wrong && `e-${name}`, hint && `h-${name}`].filter(Boolean).join(' ') || undefined
}

/** What is wrong with one field. */
export function problemAt(problem: Problem | undefined, name: string): string | undefined {
  if (!problem) return undefined
  const all = problem.all ?? [problem]
  return all.find(({ field }) => partOf(field) === name)?.message
}

/** The form is typed on at the first field that is wrong. */
function isFirst(problem: Problem | undefined, name: string): boolean {
  return problem !== undefined && partOf(problem.field) === name
}

/** The API may name a part of a field (`universities.0.name`) where a page has one field for all of it. */
function partOf(field: string | undefined): string | undefined {
  return field?.split('.')[0]
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
        <a href={`#f-${partOf(problem.field)}`}>
          {problem.all ? `Please look at the ${problem.all.length} marked fields.` : 'Please look at the marked field.'}
        </a>
      ) : (
        problem.message
      )}
    </div>
  )
}
