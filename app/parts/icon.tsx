/** Drawn on a grid of 24, in the colour of the text around them. */
const SHAPES = {
  board: 'M4 4h4v16H4zM10 4h4v10h-4zM16 4h4v13h-4z',
  people: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0 2c-4.4 0-8 2.2-8 5v1h16v-1c0-2.800-3.600-5-8-5',
  organization: 'M4 21V5l8-3 8 3v16h-6v-5h-4v5zM8 8v2h2V8zm6 0v2h2V8zM8 12v2h2v-2zm6 0v2h2v-2z',
  activity: 'M7 2v2H4v17h16V4h-3V2h-2v2H9V2zm-1 7h12v10H6z',
  lead: 'M3 5h18v9h-5l-2 3h-4l-2-3H3zm0 11h4l2 3h6l2-3h4v4H3z',
  mail: 'M3 5h18v14H3zm2 3.200V17h14V8.200l-7 5zM6.200 7l5.800 4.200L17.800 7z',
  project: 'M4 3h16v4H4zm0 6h10v4H4zm0 6h13v4H4zm12-6h4v4h-4z',
  product: 'M12 2 3 7v10l9 5 9-5V7zm0 2.300L18.300 8 12 11.500 5.700 8z',
  settings:
    'M10 2h4l.6 2.700 2.400 1.400 2.600-.9 2 3.400-2 1.900v2.900l2 1.900-2 3.400-2.600-.9-2.400 1.400L14 22h-4l-.6-2.800-2.400-1.400-2.600.9-2-3.400 2-1.900v-2.900l-2-1.900 2-3.400 2.600.9 2.400-1.400zm2 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7',
  search:
    'M10 3a7 7 0 1 0 4.200 12.600L20 21.400 21.400 20l-5.800-5.800A7 7 0 0 0 10 3m0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10',
  plus: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z',
  close:
    'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  up: 'm12 8 7 7-1.400 1.400L12 10.800l-5.600 5.600L5 15z',
  down: 'm12 16-7-7 1.400-1.400 5.600 5.600 5.600-5.600L19 9z',
  more: 'M5 10h4v4H5zM10.500 10h4v4h-4zM16 10h4v4h-4z',
  check: 'm9 16.200-4.200-4.200L3.400 13.400 9 19 21 7l-1.400-1.400z',
  warning: 'M12 2 1 21h22zm-1 7h2v6h-2zm0 8h2v2h-2z',
  calendarEmpty: 'M7 2v2H4v17h16V4h-3V2h-2v2H9V2zM6 9h12v10H6zm5 2h2v2h2v2h-2v2h-2v-2H9v-2h2z',
  later: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m-1 4h2v5l4 2.400-1 1.600-5-3z',
  trophy:
    'M7 3h10v2h4v3a4 4 0 0 1-4.300 4A5 5 0 0 1 13 14.900V18h4v3H7v-3h4v-3.100A5 5 0 0 1 7.300 12 4 4 0 0 1 3 8V5h4z',
  thumbDown: 'M4 3h3v11H4zm5 0h8.500L21 10v4h-6l1 5-2 2-5-6z',
  import: 'M11 3h2v9l3.500-3.500 1.400 1.400L12 15.800 6.100 9.900l1.400-1.400L11 12zM4 18h16v3H4z',
  insights: 'M3 20h18v1.500H3zM5 12h3v7H5zM10.500 7h3v12h-3zM16 3h3v16h-3z',
  trash: 'M9 3h6v2h5v2H4V5h5zM6 9h12l-1 12H7z',
  edit: 'M3 17.200V21h3.800L17.800 9.900l-3.700-3.700zM20.700 7c.4-.4.4-1 0-1.400l-2.300-2.300c-.4-.4-1-.4-1.400 0l-1.800 1.800 3.700 3.700z',
  note: 'M4 3h16v12l-6 6H4zm3 4v2h10V7zm0 4v2h10v-2zm0 4v2h5v-2z',
  file: 'M6 2h8l5 5v15H6zm7 2v4h4z',
  phone:
    'M6.600 10.800c1.400 2.800 3.800 5.100 6.600 6.600l2.200-2.200c.3-.3.7-.4 1-.2 1.100.4 2.300.6 3.600.6.6 0 1 .4 1 1V20c0 .6-.4 1-1 1C10.600 21 3 13.400 3 4c0-.6.5-1 1-1h3.500c.6 0 1 .4 1 1 0 1.200.2 2.500.6 3.600.1.300 0 .7-.2 1z',
} as const

export type IconName = keyof typeof SHAPES

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={SHAPES[name]} fill-rule="evenodd" />
    </svg>
  )
}
