import type { DealProduct } from '@portico/crm/sales/dealProducts/v2/shape'
import { money } from '../../parts/money.ts'

type Line = Pick<
  DealProduct,
  'quantity' | 'item_price' | 'discount' | 'discount_type' | 'tax' | 'tax_method' | 'currency' | 'is_enabled'
>

/** What a line comes to, in words: `2 × $100, 10 % off, plus 20 % tax`. */
export function lineWords(line: Line): string {
  const { quantity, item_price, discount, discount_type, tax, tax_method, currency, is_enabled } = line
  const words = [`${quantity} × ${money(item_price, currency)}`]
  if (discount > 0) words.push(`${discount_type === 'percentage' ? `${discount} %` : money(discount, currency)} off`)
  if (tax > 0 && tax_method !== 'none') words.push(`${tax_method === 'exclusive' ? 'plus' : 'with'} ${tax} % tax`)
  if (!is_enabled) words.push('not counted')
  return words.join(', ')
}

/** What all lines that count come to. */
export function totalOf(lines: readonly Pick<DealProduct, 'sum' | 'is_enabled'>[]): number {
  const sum = lines.reduce((total, line) => total + (line.is_enabled ? line.sum : 0), 0)
  // Without the noise of binary fractions.
  return Number(sum.toPrecision(15))
}
