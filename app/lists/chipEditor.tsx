import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { RecordChoice } from '../parts/recordChoice.tsx'
import { nameOf } from '../record/recordName.tsx'
import { tellProblem } from '../shell/toasts.ts'
import { activeUsers, pipelines, stages } from '../store/company.ts'
import { type Chip, type Group, needsValue } from './chips.ts'
import { operatorsOf, readHelpers, relativeDates } from './filterHelpers.ts'
import type { ListColumn } from './listRow.ts'

interface Props {
  columns: readonly ListColumn[]
  group: Group
  chip: Chip | undefined
  save: (group: Group, chip: Chip) => void
  close: () => void
}

/** A condition: which field, how it is compared, and with what. */
export function ChipEditor({ columns, group, chip, save, close }: Props) {
  const fields = columns.filter(column => column.is_filterable)
  const chosen = useSignal(
    chip
      ? fields.find(({ of, field_code }) => of === chip.object && field_code === chip.code)
      : fields.find(({ field_code }) => field_code === 'name' || field_code === 'title'),
  )
  const operator = useSignal(chip?.operator ?? '')
  const value = useSignal(chip?.value ?? '')
  const holds = useSignal<Group>(group)
  useEffect(() => void readHelpers().catch(tellProblem), [])
  const column = chosen.value
  const operators = operatorsOf(column?.field_type ?? '')
  const compared = operators.some(([name]) => name === operator.value) ? operator.value : (operators[0]?.[0] ?? '=')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!column) return
    save(holds.value, {
      object: column.of,
      code: column.field_code,
      operator: compared,
      value: needsValue(compared) ? value.value.trim() : null,
    })
    close()
  }

  return (
    <Dialog title={chip ? 'Change the condition' : 'Add a condition'} close={close}>
      <form onSubmit={submit}>
        <label>
          Field
          <select
            value={column?.code}
            onChange={event => {
              chosen.value = fields.find(({ code }) => code === event.currentTarget.value)
              value.value = ''
            }}
          >
            {[...new Set(fields.map(({ of }) => of))].map(of => (
              <optgroup key={of} label={of.charAt(0).toUpperCase() + of.slice(1)}>
                {fields
                  .filter(each => each.of === of)
                  .map(({ code, field_name }) => (
                    <option key={code} value={code}>
                      {field_name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label>
          Condition
          <select value={compared} onChange={event => (operator.value = event.currentTarget.value)}>
            {operators.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {column && needsValue(compared) && (
          <ValueField key={column.code} column={column} value={value.value} put={next => (value.value = next)} />
        )}
        <fieldset class="chips">
          <legend class="soft">Together with the other conditions</legend>
          {(['all', 'any'] as const).map(name => (
            <button key={name} type="button" aria-pressed={holds.value === name} onClick={() => (holds.value = name)}>
              {name === 'all' ? 'Must hold' : 'One of “any of” is enough'}
            </button>
          ))}
        </fieldset>
        <div class="row">
          <button type="submit" class="primary">
            {chip ? 'Change' : 'Add'}
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface ValueProps {
  column: ListColumn
  value: string
  put: (value: string) => void
}

/** What a field is compared with, typed or chosen as its type asks for. */
function ValueField({ column, value, put }: ValueProps) {
  const { field_type: type } = column
  if (type === 'org' || type === 'people') return <LinkField column={column} value={value} put={put} />
  if (type === 'date' || type === 'daterange') return <DayField value={value} put={put} />
  const choices = choicesOf(column)
  if (choices)
    return (
      <label>
        Value
        <select required value={value} onChange={event => put(event.currentTarget.value)}>
          <option value="">Choose …</option>
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <label>
      Value
      <input
        required
        {...inputOf(type)}
        autocomplete="off"
        value={value}
        onInput={event => put(event.currentTarget.value)}
      />
    </label>
  )
}

function inputOf(type: string) {
  if (['int', 'double', 'monetary'].includes(type)) return { type: 'number', step: 'any' } as const
  return type === 'time' || type === 'timerange'
    ? ({ type: 'time' } as const)
    : ({ type: 'text', maxLength: 255 } as const)
}

function choicesOf({ field_type: type, options }: ListColumn): { id: string; label: string }[] | undefined {
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ id: String(id), label: name }))
  if (type === 'user') return [{ id: 'me', label: 'Me' }, ...named(activeUsers.value)]
  if (type === 'stage') return named(stages.value)
  if (type === 'pipeline') return named(pipelines.value)
  if (type === 'boolean')
    return [
      { id: '1', label: 'Yes' },
      { id: '0', label: 'No' },
    ]
  return options?.map(({ id, label }) => ({ id: String(id), label }))
}

function LinkField({ column, value, put }: ValueProps) {
  const kind = column.field_type === 'org' ? 'organization' : 'person'
  const text = useSignal('')
  useEffect(() => {
    if (value)
      void nameOf(kind, value).then(name => {
        text.value = name
      })
  }, [])
  return (
    <RecordChoice
      label={column.field_name}
      types={[kind]}
      text={text.value}
      onText={typed => {
        text.value = typed
      }}
      choose={found => {
        text.value = found.name
        put(String(found.id))
      }}
    />
  )
}

/** A day of the calendar, or one in words. */
function DayField({ value, put }: Omit<ValueProps, 'column'>) {
  const words = relativeDates()
  const isInWords = words.some(([name]) => name === value)
  return (
    <>
      <label>
        When
        <select value={isInWords ? value : ''} onChange={event => put(event.currentTarget.value)}>
          <option value="">On a day</option>
          {words.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {!isInWords && (
        <label>
          Day
          <input required type="date" value={value} onInput={event => put(event.currentTarget.value)} />
        </label>
      )}
    </>
  )
}
