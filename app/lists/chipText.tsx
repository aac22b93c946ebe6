import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { nameOf } from '../record/recordName.tsx'
import { pipelines, stages, userName } from '../store/company.ts'
import { type Chip, needsValue } from './chips.ts'
import { operatorLabel, relativeDateLabel } from './filterHelpers.ts'
import type { ListColumn } from './listRow.ts'

interface Props {
  chip: Chip
  columns: readonly ListColumn[]
  kind: string
}

/** A condition as people read it: `Owner is Paula`. */
export function ChipText({ chip, columns, kind }: Props) {
  const { object, code, operator, value } = chip
  const column = columns.find(each => each.of === object && each.field_code === code)
  const linked = useSignal('')
  const type = column?.field_type
  useEffect(() => {
    if ((type !== 'org' && type !== 'people') || !value) return
    void nameOf(type === 'org' ? 'organization' : 'person', value).then(name => {
      linked.value = name
    })
  }, [type, value])
  const whose = object === kind ? '' : `${object.charAt(0).toUpperCase()}${object.slice(1)}: `
  const shown = column && value !== null ? linked.value || valueText(column, value) : (value ?? '')
  return (
    <>
      {whose}
      {column?.field_name ?? code} {operatorLabel(type ?? '', operator)}{' '}
      {needsValue(operator) && <strong>{shown}</strong>}
    </>
  )
}

function valueText({ field_type: type, options }: ListColumn, value: string): string {
  if (type === 'user') return value === 'me' ? 'me' : userName(Number(value))
  if (type === 'stage') return stages.value.find(({ id }) => String(id) === value)?.name ?? value
  if (type === 'pipeline') return pipelines.value.find(({ id }) => String(id) === value)?.name ?? value
  if (type === 'boolean') return value === '1' ? 'yes' : 'no'
  if (type === 'date' || type === 'daterange') return relativeDateLabel(value)
  const labelOf = (id: string) => options?.find(option => String(option.id) === id)?.label ?? id
  return options ? value.split(',').map(labelOf).join(', ') : value
}
