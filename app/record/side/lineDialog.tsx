import type { DealProduct } from '@portico/crm/sales/dealProducts/v2/shape'
import { Dialog } from '../../parts/dialog.tsx'
import { FormButtons } from '../../parts/formButtons.tsx'

export type LineValues = Pick<
  DealProduct,
  'item_price' | 'quantity' | 'discount' | 'discount_type' | 'tax' | 'tax_method' | 'is_enabled'
>

interface Props {
  title: string
  values: LineValues
  save: (values: LineValues) => void
  close: () => void
}

/** How many of a product, for how much. */
export function LineDialog({ title, values, save, close }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const number = (name: string) => Number(given.get(name) || 0)
    const tax_method = TAX_METHODS.find(({ name }) => name === given.get('tax_method'))?.name ?? 'none'
    save({
      item_price: number('item_price'),
      quantity: number('quantity'),
      discount: number('discount'),
      discount_type: given.get('discount_type') === 'amount' ? 'amount' : 'percentage',
      tax: number('tax'),
      tax_method,
      is_enabled: given.get('is_enabled') === 'on',
    })
  }
  const amount = { type: 'number', step: 'any', min: 0, required: true } as const
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        <div class="row">
          <label>
            Quantity
            <input name="quantity" {...amount} defaultValue={String(values.quantity)} />
          </label>
          <label>
            Price
            <input name="item_price" {...amount} min={undefined} defaultValue={String(values.item_price)} />
          </label>
        </div>
        <div class="row">
          <label>
            Discount
            <input name="discount" {...amount} defaultValue={String(values.discount)} />
          </label>
          <label>
            Discount in
            <select name="discount_type" value={values.discount_type}>
              <option value="percentage">%</option>
              <option value="amount">Money</option>
            </select>
          </label>
        </div>
        <div class="row">
          <label>
            Tax %
            <input name="tax" {...amount} max={1000} defaultValue={String(values.tax)} />
          </label>
          <label>
            Tax is
            <select name="tax_method" value={values.tax_method}>
              {TAX_METHODS.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="check">
          <input name="is_enabled" type="checkbox" defaultChecked={values.is_enabled} /> Counts into the value of the
          deal
        </label>
        <FormButtons label="Save" close={close} />
      </form>
    </Dialog>
  )
}

const TAX_METHODS = [
  { name: 'none', label: 'Not shown' },
  { name: 'exclusive', label: 'Added to the price' },
  { name: 'inclusive', label: 'Within the price' },
] as const
