import type { ComponentChildren, ComponentType } from 'preact'
import type { FormField, Values } from './form.tsx'

/** A list of things that a company sets up, and what can be done with them: one mechanism for all of them. */
export interface SettingsListOf<Item> {
  title: string
  /** What they are for, in a sentence. */
  explains?: ComponentChildren
  /** What one is called in a sentence: `pipeline`. */
  one: string
  /** Kinds of records whose changes are changes of this list. */
  live?: readonly string[]
  read: () => Promise<readonly Item[]>
  idOf: (item: Item) => number | string
  nameOf: (item: Item) => string
  /** Beside the name. */
  mark?: (item: Item) => ComponentChildren
  /** Below the name. */
  facts?: (item: Item) => ComponentChildren
  /** Heading under which it stands; those of one heading follow each other. */
  groupOf?: (item: Item) => string
  /** How far to the right it stands, in a tree. */
  levelOf?: (item: Item) => number
  /** What is said when there are none. */
  empty: string
  /** What is asked for a new one, or for a change of one. */
  fields?: (item: Item | undefined) => readonly FormField[]
  /** What a new one begins with, and what one is now. */
  values?: (item: Item | undefined) => Values
  add?: { verb: string; run: (values: Values) => Promise<unknown> } | undefined
  /** Asked to do it, and with the former values to undo it. */
  change?: ((item: Item, values: Values) => Promise<unknown>) | undefined
  mayChange?: (item: Item) => boolean
  remove?: Removal<Item> | undefined
  /** Puts one at a place, counted from 1. */
  move?: ((item: Item, place: number) => Promise<unknown>) | undefined
  actions?: (item: Item) => readonly ItemAction[]
  /** What belongs to one: it is then shown on a page of its own instead of in a dialog. */
  page?: ComponentType<PageProps<Item>>
}

export interface Removal<Item> {
  verb?: string
  may?: (item: Item) => boolean
  /** What is lost with it. */
  loses: (item: Item) => Promise<ComponentChildren> | ComponentChildren
  /** What has to be decided first, such as where deals go. */
  asks?: (item: Item) => Promise<readonly FormField[]> | readonly FormField[]
  run: (item: Item, values: Values) => Promise<unknown>
  undo?: (item: Item) => Promise<unknown>
  /** All of it is in the log under the id of the call, and is undone by it. */
  isLogged?: true
}

export interface ItemAction {
  label: string
  run: () => Promise<unknown> | unknown
}

export interface PageProps<Item> {
  item: Item
  /** The address of the item, and what follows it. */
  base: string
  rest: readonly string[]
  reload: () => Promise<void>
}
