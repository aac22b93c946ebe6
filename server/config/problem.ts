/** Something the person who started the program can put right. Each line of the message says one thing. */
export interface Problem extends Error {
  name: 'Problem'
}

export function problem(...lines: string[]): Problem {
  return Object.assign(new Error(lines.join('\n')), { name: 'Problem' as const })
}

export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === 'Problem'
}
