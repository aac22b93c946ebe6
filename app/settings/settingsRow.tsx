import { Icon } from '../parts/icon.tsx'
import { tellProblem } from '../shell/toasts.ts'
import type { SettingsListOf } from './listOf.ts'
import { MoveHandle } from './reorder.tsx'

interface Props<Item> {
  of: SettingsListOf<Item>
  item: Item
  nr: number
  base: string
  move: (item: Item, to: number) => Promise<void>
  remove: () => void
  read: () => Promise<void>
}

/** One of a list of settings: its name leads to it, and what can be done with it stands beside. */
export function SettingsRow<Item>({ of, item, nr, base, move, remove, read }: Props<Item>) {
  const name = of.nameOf(item)
  const leads = of.page || (of.change && (of.mayChange?.(item) ?? true))
  return (
    <li class="settings-row" data-row={nr} style={{ '--level': of.levelOf?.(item) ?? 0 }}>
      {of.move && <MoveHandle name={name} nr={nr} move={to => move(item, to)} />}
      <div class="settings-what">
        <span class="settings-name">
          {leads ? <a href={`${base}/${of.idOf(item)}`}>{name}</a> : <span>{name}</span>}
          {of.mark?.(item)}
        </span>
        {of.facts && <small class="soft">{of.facts(item)}</small>}
      </div>
      {of.actions?.(item).map(({ label, run }) => (
        <button
          key={label}
          type="button"
          aria-label={`${label}: ${name}`}
          onClick={() => void Promise.resolve(run()).then(read).catch(tellProblem)}
        >
          {label}
        </button>
      ))}
      {of.remove && !of.page && (of.remove.may?.(item) ?? true) && (
        <button
          type="button"
          class="round"
          aria-label={`${of.remove.verb ?? 'Delete'} ${name}`}
          title={of.remove.verb ?? 'Delete'}
          onClick={remove}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  )
}
