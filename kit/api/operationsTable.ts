import type { Api } from './api.ts'

/** One line for each operation, sorted by path: what `operations.txt` holds and a test keeps true. */
export function operationsTable(apis: readonly (Api<never, never> | Api<unknown, never>)[]): string {
  const lines = apis.flatMap(api =>
    api.operations.map(operation => ({
      path: `${api.prefixes[0]}${operation.path}`,
      method: operation.method,
      scopes: operation.signIn === 'none' ? 'public' : operation.scopes.join(' ') || 'signed in',
      summary: operation.summary,
    })),
  )
  const width = Math.max(...lines.map(line => line.path.length))
  return lines
    .sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
    .map(line => `${line.method.padEnd(6)} ${line.path.padEnd(width)}  ${line.summary}  [${line.scopes}]\n`)
    .join('')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
