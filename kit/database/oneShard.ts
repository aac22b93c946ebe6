/** How a statement is sent to a database that is spread over several machines: the text to send instead. */
export type OneShard = (text: string, values: readonly unknown[]) => string

/**
 * Citus sends a statement whole to one machine when it can see that each distributed table in it has one value of the
 * distribution column. It follows a value through joins, but not into sub-selects. Ours name the company once and join by
 * it, so each `a.company_id = b.company_id` is sent as a comparison of both with the value that is named. That can leave
 * rows out and never adds any: what a caller could not read stays out of reach.
 */
export function oneShard(column: string): OneShard {
  const named = new RegExp(`\\b${column}"? = \\$(\\d+)`, 'g')
  const given = new RegExp(
    `insert into [\\w".]+(?: as [\\w"]+)? \\(\\s*"?${column}"?,[^)]*\\)\\s*(?:values \\(|select )\\$(\\d+)`,
    'g',
  )
  const joined = new RegExp(`((?:"\\w+"|\\w+)\\."?${column}"?) = ((?:"\\w+"|\\w+)\\."?${column}"?)(?!\\w)`, 'g')
  const known = new Map<string, { text: string; places: readonly number[] }>()

  function read(text: string) {
    const found = [...text.matchAll(named), ...text.matchAll(given)]
    const places = found.map(([, place]) => Number(place))
    const [first] = places
    const routed = first === undefined ? text : text.replace(joined, `($1 = $$${first} and $2 = $$${first})`)
    return { text: routed, places }
  }

  return (text, values) => {
    let made = known.get(text)
    if (!made) {
      made = read(text)
      if (known.size >= MOST_TEXTS) known.clear()
      known.set(text, made)
    }
    const { places } = made
    // One that names several companies, such as a copy of one, is about all of them.
    return places.every(place => values[place - 1] === values[(places[0] ?? 0) - 1]) ? made.text : text
  }
}

const MOST_TEXTS = 10_000
