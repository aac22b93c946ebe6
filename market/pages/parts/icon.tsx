const PATHS = {
  brand:
    'M4 5.5A1.5 1.5 0 0 1 5.5 4H10a2 2 0 0 1 2 2v14a2.5 2.5 0 0 0-2.5-2H4zM20 5.5A1.5 1.5 0 0 0 18.5 4H14a2 2 0 0 0-2 2v14a2.5 2.5 0 0 1 2.5-2H20z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  shelf: 'M5 4v16M9 4v16M13 4.5l4.5 15M4 20h16',
  plus: 'M12 5v14M5 12h14',
  cart: 'M3 4h2.5l2.4 11h9.6L20 7.5H6.3M9.5 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM16.5 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  bell: 'M6 17V11a6 6 0 1 1 12 0v6l1.5 1.5h-15zM10 20.5h4',
  letter: 'M4 6h16v12H4zM4 7l8 6 8-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

export type IconName = keyof typeof PATHS

/** A picture beside a text that says the same: hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={name === 'brand' ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width={name === 'brand' ? '0' : '1.8'}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
