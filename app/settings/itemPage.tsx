import { Form, type Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'

interface Props<Item> {
  of: SettingsListOf<Item>
  item: Item
  base: string
  rest: readonly string[]
  reload: () => Promise<void>
  change: (item: Item, values: Values) => Promise<void>
  remove: () => void
}

/** One of a list on a page of its own: its form, and what belongs to it. */
export function ItemPage<Item>({ of, item, base, rest, reload, change, remove }: Props<Item>) {
  const Page = of.page
  const fields = of.change && (of.mayChange?.(item) ?? true) ? (of.fields?.(item) ?? []) : []
  const mayRemove = of.remove && (of.remove.may?.(item) ?? true)
  return (
    <section class="settings-item" aria-label={of.nameOf(item)}>
      <header class="settings-head">
        <div>
          <p>
            <a href={base}>‹ {of.title}</a>
          </p>
          <h1>
            {of.nameOf(item)} {of.mark?.(item)}
          </h1>
          {of.facts && <p class="soft">{of.facts(item)}</p>}
        </div>
        {mayRemove && (
          <button type="button" class="danger" onClick={remove}>
            {of.remove?.verb ?? 'Delete'}
          </button>
        )}
      </header>
      {fields.length > 0 && (
        <Form
          key={JSON.stringify(of.values?.(item))}
          fields={fields}
          values={of.values?.(item) ?? {}}
          verb="Save"
          save={values => change(item, values)}
        />
      )}
      {Page && <Page item={item} base={`${base}/${of.idOf(item)}`} rest={rest} reload={reload} />}
    </section>
  )
}
