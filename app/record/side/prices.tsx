import type { Product, ProductVariation } from '@portico/crm/sales/products/v2/shape'
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormButtons } from '../../parts/formButtons.tsx'
import { Icon } from '../../parts/icon.tsx'
import { money } from '../../parts/money.ts'
import { tell, tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { myCurrency } from '../../store/company.ts'
import type { ShownRecord } from '../fieldValue.ts'
import { panelLink } from '../panel.ts'
import type { RecordStore } from '../recordStore.ts'
import { RemoveButton, SideSection } from './section.tsx'

type Price = Pick<Product['prices'][number], 'currency' | 'price' | 'cost'>

/** What a product costs, in each currency. */
export function Prices({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const editing = useSignal<Price | undefined>(undefined)
  const prices = (record.prices as Product['prices'] | undefined) ?? []
  // The server keeps cost and notes of the currencies that stay.
  const kept = (except: string): Price[] => prices.filter(({ currency }) => currency !== except)
  function save(next: Price) {
    editing.value = undefined
    void store.save({ prices: [...kept(next.currency), next].map(sent) }, `Changed the price in ${next.currency}`)
  }
  return (
    <SideSection title="Prices" count={prices.length}>
      <ul class="side-list">
        {prices.map(price => (
          <li key={price.currency}>
            <span>
              {money(price.price, price.currency)}
              {price.cost > 0 && <small>costs {money(price.cost, price.currency)}</small>}
            </span>
            <button
              type="button"
              class="edit"
              aria-label={`Edit the price in ${price.currency}`}
              onClick={() => (editing.value = price)}
            >
              <Icon name="edit" />
            </button>
            {prices.length > 1 && (
              <RemoveButton
                label={`Remove the price in ${price.currency}`}
                run={() =>
                  void store.save({ prices: kept(price.currency).map(sent) }, `Removed the price in ${price.currency}`)
                }
              />
            )}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => (editing.value = { currency: '', price: 0, cost: 0 })}>
        Add a price
      </button>
      {editing.value && <PriceDialog price={editing.value} save={save} close={() => (editing.value = undefined)} />}
    </SideSection>
  )
}

function sent({ currency, price, cost }: Price): Price {
  return { currency, price, cost }
}

function PriceDialog({ price, save, close }: { price: Price; save: (price: Price) => void; close: () => void }) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    save({
      currency: price.currency || String(given.get('currency')).trim().toUpperCase(),
      price: Number(given.get('price') || 0),
      cost: Number(given.get('cost') || 0),
    })
  }
  return (
    <Dialog title={price.currency ? `Price in ${price.currency}` : 'Add a price'} close={close}>
      <form onSubmit={submit}>
        {!price.currency && (
          <label>
            Currency
            <input name="currency" required minLength={3} maxLength={3} placeholder="EUR" autocomplete="off" />
          </label>
        )}
        <div class="row">
          <label>
            Price
            <input name="price" type="number" step="any" required defaultValue={String(price.price)} />
          </label>
          <label>
            Cost
            <input name="cost" type="number" step="any" defaultValue={String(price.cost)} />
          </label>
        </div>
        <FormButtons label="Save" close={close} />
      </form>
    </Dialog>
  )
}

/** Sizes, colours and other kinds in which a product is sold. */
export function Variations({ store }: { store: RecordStore }) {
  const path = `/v2/products/${store.id}/variations` as const
  const { data, read } = useAnswer<ProductVariation[]>(`${path}?limit=100`, ['product'])
  const isAdding = useSignal(false)
  const variations = data.value ?? []
  async function add(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    try {
      const name = String(given.get('name')).trim()
      const price = { currency: myCurrency.value, price: Number(given.get('price') || 0) }
      await call(`POST ${path}`, { body: { name, prices: [price] } })
      isAdding.value = false
      tell(`Added ${name}`)
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function remove({ id, name }: ProductVariation) {
    try {
      await call(`DELETE ${path}/${id}`)
      tell(`Removed ${name}`)
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <SideSection title="Variations" count={data.value && variations.length}>
      <ul class="side-list">
        {variations.map(variation => (
          <li key={variation.id}>
            <span>
              {variation.name}
              <small>{variation.prices.map(({ price, currency }) => money(price, currency)).join(', ')}</small>
            </span>
            <RemoveButton label={`Remove ${variation.name}`} run={() => void remove(variation)} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => (isAdding.value = true)}>
        Add a variation
      </button>
      {isAdding.value && (
        <Dialog title="Add a variation" close={() => (isAdding.value = false)}>
          <form onSubmit={add}>
            <label>
              Name
              <input name="name" required maxLength={255} placeholder="Blue, large" autocomplete="off" />
            </label>
            <label>
              Price in {myCurrency.value}
              <input name="price" type="number" step="any" />
            </label>
            <div class="row">
              <button type="submit" class="primary">
                Add
              </button>
              <button type="button" class="quiet" onClick={() => (isAdding.value = false)}>
                Cancel
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </SideSection>
  )
}

/** Deals that the product is on. */
export function DealsOfProduct({ store }: { store: RecordStore }) {
  const { data } = useAnswer<{ id: number; title: string; value: number; currency: string }[] | null>(
    `/v1/products/${store.id}/deals?limit=50&status=all_not_deleted`,
    ['deal'],
  )
  const deals = data.value ?? []
  return (
    <SideSection title="Deals" count={data.value === undefined ? undefined : deals.length}>
      <ul class="side-list">
        {deals.map(({ id, title, value, currency }) => (
          <li key={id}>
            <a {...panelLink('deal', id)}>{title}</a>
            <span class="amount">{money(value, currency)}</span>
          </li>
        ))}
      </ul>
      {data.value !== undefined && deals.length === 0 && <p class="soft">It is on no deal yet.</p>}
    </SideSection>
  )
}
