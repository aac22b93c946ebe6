/** What the server says when it does not do what it was asked. */
export class Refusal extends Error {
  readonly status: number
  /** The field that was wrong, when it was one. */
  readonly field: string | undefined
  /** Whatever else the server said, such as every value of several that was wrong. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, field?: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.field = field
    this.facts = facts
  }
}

/** The server could not be reached: nothing was done, or nobody knows. */
export class Unreachable extends Error {
  constructor() {
    super('Portico cannot be reached. Check your connection')
  }
}
