import type { ComponentChildren } from 'preact'
import type { Choice } from './form.tsx'

/** The colours that labels can have. */
export const COLOURS: readonly Choice[] = [
  'gray',
  'dark-gray',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
  'brown',
].map(id => ({ id, label: id.replace('-', ' ') }))

/** A dot of that colour; nothing where there is none. */
export function swatch(colour: string | null): ComponentChildren {
  return colour ? <span class="swatch" data-colour={colour} title={colour} aria-hidden="true" /> : null
}
