/**
 * The answer without what differs from call to call, and without those facts of a record that count everything around
 * it, whoever asks.
 */
export function comparableAnswer(text: string): string {
  return (
    text
      .replace(/quote request [\w-]+/, 'quote request …')
      // Signed until a full hour, which may pass meanwhile.
      .replace(/(\/products\/images\/\d+-\d+-)\d+-[\w-]+/g, '$1…')
      .replace(/"last_used_time":"[^"]*"/g, '"last_used_time":null')
      .replace(/"age":\{[^}]*\},"stay_in_pipeline_stages":\{"times_in_stages":\{[^}]*\}/, '"age":{}')
      // That a record was hidden from the caller is told by its id, and places in the log are numbers of lines.
      .replace(/,?\{"id":\d+,"time":"[^"]*","item":"\w+","item_id":\d+,"action":"hidden"(,"record":null)?\}/g, '')
      .replace(/"next_cursor":"[\w-]+",("more_items_in_collection":\w+),"access_changed":\w+/, '$1')
      .replace(/^id: \S+$/m, 'id: …')
      .replace(/^(\{"success":true,"data":\{"cursor":")[\w-]+("\}\})$/, '$1…$2')
      .replace(COUNTED_FOR_ALL, '"$1_count":0')
  )
}

const COUNTED_FOR_ALL =
  /"((?:(?:related_|participant_)?(?:open|closed|won|lost)_deals)|people|files|notes|(?:(?:un)?done_)?activities)_count"\s*:\s*\d+/g

/** Enough of two texts to see where they part. */
export function firstDifference(one = '', other = ''): string[] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return [excerpt(one, at), excerpt(other, at)]
}

export function excerpt(text: string, at: number): string {
  return text.slice(Math.max(0, at - 60), at + 120)
}
