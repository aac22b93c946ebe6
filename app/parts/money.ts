const formats = new Map<string, Intl.NumberFormat>()

/** An amount of money as people of this browser's language write it; cents only where there are any. */
export function money(amount: number, currency: string): string {
  const whole = Number.isInteger(amount)
  const key = `${currency}/${whole}`
  const known = formats.get(key)
  if (known) return known.format(amount)
  const made = formatOf(currency, whole)
  formats.set(key, made)
  return made.format(amount)
}

/** Currencies of a company's own have codes that browsers do not know. */
function formatOf(currency: string, whole: boolean): Intl.NumberFormat {
  const digits = whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits })
  } catch {
    return new Intl.NumberFormat(undefined, digits)
  }
}

/** A sum in round figures, for where many stand beside each other. */
export function roundMoney(amount: number, currency: string): string {
  return money(Math.round(amount), currency)
}
