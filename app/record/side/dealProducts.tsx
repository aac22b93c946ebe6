import type { DealProduct } from '@portico/crm/sales/dealProducts/v2/shape'
import type { Product } from '@portico/crm/sales/products/v2/shape'
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { Icon } from '../../parts/icon.tsx'
import { money } from '../../parts/money.ts'
import { RecordChoice } from '../../parts/recordChoice.tsx'
import { tell, tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { offerInverse } from '../../store/undo.ts'
import type { ShownRecord } from '../fieldValue.ts'
import { panelLink } from '../panel.ts'
import type { RecordStore } from '../recordStore.ts'
import { LineDialog, type LineValues } from './lineDialog.tsx'
import { lineWords, totalOf } from './lines.ts'
import { RemoveButton, SideSection } from './section.tsx'

/** What is open in the dialog: a line that is there, or a product that is to be added. */
type Editing = { line: DealProduct } | { product: Product }

/** What is sold with a deal, and what it comes to. */
export function DealProducts({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const path = `/v2/deals/${store.id}/products` as const
  const { data, read } = useAnswer<DealProduct[]>(`${path}?limit=500&sort_by=order_nr`, ['deal', 'product'])
  const editing = useSignal<Editing | undefined>(undefined)
  const lines = data.value ?? []
  const currency = String(record.currency ?? 'USD')

  /** The value of a deal follows its products. */
  const readAll = () => Promise.all([read(), store.read()])
  async function choose(productId: number) {
    try {
      editing.value = { product: (await call<Product>(`GET /v2/products/${productId}`)).data }
    } catch (error) {
      tellProblem(error)
    }
  }
  async function save(values: LineValues) {
    const open = editing.value
    editing.value = undefined
    if (!open) return
    try {
      if ('line' in open) {
        const { line } = open
        const before = valuesOf(line)
        await call(`PATCH ${path}/${line.id}`, { body: values })
        offerInverse(`Changed ${line.name}`, () => call(`PATCH ${path}/${line.id}`, { body: before }).then(readAll))
      } else {
        const { product } = open
        const { data: added } = await call<DealProduct>(`POST ${path}`, { body: { product_id: product.id, ...values } })
        offerInverse(`Added ${product.name}`, () => call(`DELETE ${path}/${added.id}`).then(readAll))
      }
    } catch (error) {
      tellProblem(error)
    }
    await readAll()
  }
  async function remove(line: DealProduct) {
    try {
      await call(`DELETE ${path}/${line.id}`)
      tell(`Removed ${line.name}`, {
        action: { label: 'Undo', run: () => void putBack(line).catch(tellProblem) },
      })
      await readAll()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function putBack(line: DealProduct) {
    const { product_id, product_variation_id, comments, billing_frequency, billing_frequency_cycles } = line
    const rest = { product_variation_id, comments, billing_frequency, billing_frequency_cycles }
    await call(`POST ${path}`, { body: { product_id, ...rest, ...valuesOf(line) } })
    await readAll()
  }

  return (
    <SideSection title="Products" count={data.value && lines.length}>
      <ul class="side-list lines">
        {lines.map(line => (
          <li key={line.id}>
            <span>
              <a {...panelLink('product', line.product_id)}>{line.name}</a>
              <small>{lineWords(line)}</small>
            </span>
            <span class="amount">{money(line.sum, line.currency)}</span>
            <button
              type="button"
              class="edit"
              aria-label={`Edit ${line.name}`}
              onClick={() => (editing.value = { line })}
            >
              <Icon name="edit" />
            </button>
            <RemoveButton label={`Remove ${line.name}`} run={() => void remove(line)} />
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <p class="lines-total">
          Total <strong>{money(totalOf(lines), currency)}</strong>
        </p>
      )}
      <RecordChoice
        key={lines.length}
        label="Add a product"
        types={['product']}
        text=""
        choose={({ id }) => void choose(Number(id))}
      />
      {editing.value && (
        <LineDialog
          title={'line' in editing.value ? editing.value.line.name : `Add ${editing.value.product.name}`}
          values={'line' in editing.value ? valuesOf(editing.value.line) : startOf(editing.value.product, currency)}
          save={save}
          close={() => (editing.value = undefined)}
        />
      )}
    </SideSection>
  )
}

function valuesOf({ item_price, quantity, discount, discount_type, tax, tax_method, is_enabled }: DealProduct) {
  return { item_price, quantity, discount, discount_type, tax, tax_method, is_enabled }
}

/** One piece, for what the product costs in the currency of the deal. */
function startOf({ prices, tax }: Product, currency: string): LineValues {
  const price = prices.find(each => each.currency === currency)?.price ?? 0
  return {
    item_price: price,
    quantity: 1,
    discount: 0,
    discount_type: 'percentage',
    tax,
    tax_method: tax ? 'exclusive' : 'none',
    is_enabled: true,
  }
}
