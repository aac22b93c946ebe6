import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Refusal } from '../api/refusal.ts'

export type Value = string | number | boolean | readonly string[] | null
export type Values = Readonly<Record<string, Value>>

export interface Choice {
  id: string
  label: string
}

/** A question of a form. Its value is a text unless the type says otherwise. */
export interface FormField {
  name: string
  label: string
  type: 'text' | 'long' | 'number' | 'email' | 'password' | 'url' | 'choice' | 'choices' | 'switch' | 'colour'
  hint?: string
  required?: boolean
  choices?: readonly Choice[]
  min?: number
  max?: number
  step?: 'any'
  /** Of a long text. */
  rows?: number
  /** Asked only while this holds for what is answered so far. */
  when?: (values: Values) => boolean
}

interface Props {
  fields: readonly FormField[]
  values: Values
  /** What the button says. */
  verb: string
  danger?: boolean
  save: (values: Values) => Promise<unknown>
  cancel?: () => void
  children?: ComponentChildren
}

/** Questions and a button. What the server refuses stands beside the question that it is about. */
export function Form({ fields, values, verb, danger, save, cancel, children }: Props) {
  const answers = useSignal<Values>(values)
  const problem = useSignal<{ field: string | undefined; text: string } | undefined>(undefined)
  const isSaving = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  // Nobody wants to reach for the first question of a dialog; a form in the page leaves the focus where it is.
  useLayoutEffect(() => {
    if (cancel) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  const asked = fields.filter(field => field.when?.(answers.value) ?? true)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSaving.value) return
    isSaving.value = true
    problem.value = undefined
    try {
      await save(answers.value)
    } catch (error) {
      const field = error instanceof Refusal ? error.field : undefined
      const text = error instanceof Error ? error.message : String(error)
      problem.value = { field: asked.some(({ name }) => name === field) ? field : undefined, text }
    } finally {
      isSaving.value = false
    }
  }

  return (
    <form ref={form} class="settings-form" onSubmit={submit}>
      {children}
      {asked.map(field => (
        <Question
          key={field.name}
          field={field}
          value={answers.value[field.name] ?? null}
          problem={problem.value?.field === field.name ? problem.value.text : ''}
          answer={value => {
            answers.value = { ...answers.value, [field.name]: value }
          }}
        />
      ))}
      <p class="problem" role="alert">
        {problem.value && problem.value.field === undefined ? problem.value.text : ''}
      </p>
      <div class="row">
        <button type="submit" class={danger ? 'primary dangerous' : 'primary'} disabled={isSaving.value}>
          {verb}
        </button>
        {cancel && (
          <button type="button" class="quiet" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

interface QuestionProps {
  field: FormField
  value: Value
  problem: string
  answer: (value: Value) => void
}

function Question({ field, value, problem, answer }: QuestionProps) {
  const id = useId()
  const note = `${id}-note`
  const shared = { id, name: field.name, 'aria-describedby': note, required: field.required ?? false }
  return (
    <div class="question" data-setting={field.name}>
      {field.type === 'choices' || field.type === 'colour' ? (
        <ManyChoices field={field} value={value} answer={answer} note={note} />
      ) : field.type === 'switch' ? (
        <label class="check" for={id}>
          <input
            {...shared}
            required={false}
            type="checkbox"
            role="switch"
            aria-checked={value === true}
            checked={value === true}
            onChange={event => answer(event.currentTarget.checked)}
          />
          {field.label}
        </label>
      ) : (
        <label for={id}>
          {field.label}
          <Answer field={field} value={value} answer={answer} shared={shared} />
        </label>
      )}
      <p id={note} class={problem ? 'problem' : 'hint'}>
        {problem || field.hint}
      </p>
    </div>
  )
}

type Shared = { id: string; name: string; 'aria-describedby': string; required: boolean }

function Answer({ field, value, answer, shared }: Omit<QuestionProps, 'problem'> & { shared: Shared }) {
  const { type, choices = [], min, max, step } = field
  if (type === 'choice')
    return (
      <select {...shared} value={String(value ?? '')} onChange={event => answer(event.currentTarget.value)}>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    )
  const typed = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
    const text = event.currentTarget.value
    answer(type === 'number' ? (text === '' ? null : Number(text)) : text)
  }
  const text = { ...shared, value: String(value ?? ''), onInput: typed, autocomplete: 'off' }
  if (type === 'long') return <textarea {...text} rows={field.rows ?? 3} />
  return <input {...text} {...inputOf(type)} maxLength={max ?? 255} {...{ min, max, step }} />
}

function inputOf(type: FormField['type']) {
  if (type === 'number') return { type: 'number' } as const
  if (type === 'email') return { type: 'email' } as const
  if (type === 'password') return { type: 'password', autocomplete: 'new-password' } as const
  if (type === 'url') return { type: 'url' } as const
  return { type: 'text' } as const
}

/** Several of them, or for a colour one. */
function ManyChoices({ field, value, answer, note }: Omit<QuestionProps, 'problem'> & { note: string }) {
  const isColour = field.type === 'colour'
  const chosen: readonly string[] = Array.isArray(value) ? value : isColour ? [String(value)] : []
  const change = (id: string) => {
    if (isColour) answer(id)
    else answer(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id])
  }
  return (
    <fieldset class={isColour ? 'colours' : 'choices'} aria-describedby={note}>
      <legend>{field.label}</legend>
      {(field.choices ?? []).map(({ id, label }) => (
        <label key={id} class="check" title={label}>
          <input
            type={isColour ? 'radio' : 'checkbox'}
            name={field.name}
            checked={chosen.includes(id)}
            onChange={() => change(id)}
          />
          {isColour ? (
            <span class="swatch" data-colour={id}>
              <span class="hidden">{label}</span>
            </span>
          ) : (
            label
          )}
        </label>
      ))}
    </fieldset>
  )
}
