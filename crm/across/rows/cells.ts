type Values = Readonly<Record<string, unknown>>

/**
 * The values of a row without the one that a refusal names (`value`, `emails.0.value`, `custom_fields.KEY.until`);
 * undefined when it names none of them, or when nothing would be left.
 */
export function without(values: Values, field: string): Record<string, unknown> | undefined {
  const [name = '', key] = field.split('.')
  if (name === 'custom_fields' && key !== undefined) {
    const custom = values.custom_fields
    const rest = custom ? withoutKey(custom as Values, key) : undefined
    if (!rest) return undefined
    return filled(Object.keys(rest).length > 0 ? { ...values, custom_fields: rest } : withoutKey(values, name))
  }
  return filled(withoutKey(values, name))
}

function withoutKey(values: Values, key: string): Record<string, unknown> | undefined {
  if (!Object.hasOwn(values, key)) return undefined
  const { [key]: _, ...rest } = values
  return rest
}

function filled(values: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return values && Object.keys(values).length > 0 ? values : undefined
}
