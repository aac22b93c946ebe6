/** What one worker tells, in the text format of Prometheus. */
export interface Told {
  number: number
  text: string
}

/** One text of those of several workers: each figure with its worker as a label, all of one name together. */
export function joinMetrics(told: readonly Told[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  const familyOf = (name: string) => {
    const known = families.get(name) ?? { head: [], samples: [] }
    families.set(name, known)
    return known
  }
  for (const { number, text } of told) {
    let name = ''
    for (const line of text.split('\n')) {
      if (line === '') continue
      const comment = /^# (?:HELP|TYPE) (\S+)/.exec(line)
      if (comment) {
        name = comment[1] ?? ''
        const { head } = familyOf(name)
        if (!head.includes(line)) head.push(line)
      } else if (!line.startsWith('#')) familyOf(name).samples.push(labelled(line, number))
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples, '']).join('\n')
}

/** A figure is `name value` or `name{labels} value`; no label of ours is empty, and none of our texts has times. */
function labelled(sample: string, number: number): string {
  const space = sample.lastIndexOf(' ')
  const [named, value] = [sample.slice(0, space), sample.slice(space)]
  const label = `worker="${number}"`
  return named.endsWith('}') ? `${named.slice(0, -1)},${label}}${value}` : `${named}{${label}}${value}`
}
