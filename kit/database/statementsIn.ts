/** What hides a semicolon: comments, strings, names in quotes, and text between dollars. */
const HIDING = /--[^\n]*|\/\*.*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$.*?\$\1\$/gs

/** The statements of a file of SQL, one by one, each with the comments before it. */
export function statementsIn(text: string): string[] {
  const found: string[] = []
  let begin = 0
  const end = (at: number) => {
    const statement = text.slice(begin, at).trim()
    if (withoutComments(statement) !== '') found.push(statement)
    begin = at + 1
  }
  let after = 0
  for (const hidden of text.matchAll(HIDING)) {
    endsBetween(text, after, hidden.index).forEach(end)
    after = hidden.index + hidden[0].length
  }
  endsBetween(text, after, text.length).forEach(end)
  end(text.length)
  return found
}

function endsBetween(text: string, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(';', from); at !== -1 && at < to; at = text.indexOf(';', at + 1)) found.push(at)
  return found
}

/** What a statement begins with. */
export function withoutComments(statement: string): string {
  for (let text = statement.trim(); ; ) {
    const end = text.startsWith('--') ? '\n' : text.startsWith('/*') ? '*/' : undefined
    if (end === undefined) return text
    const at = text.indexOf(end)
    text = at === -1 ? '' : text.slice(at + end.length).trim()
  }
}
