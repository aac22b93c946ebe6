export type Condition = [object: string, code: string, operator: string, value?: unknown, extra?: string | null]

/** The conditions of a stored filter as callers send them: all of the first must hold, and one of the others. */
export function conditions(all: Condition[], any: Condition[] = []) {
  const written = ([object, field_code, operator, value = null, extra_value = null]: Condition) => ({
    object,
    field_code,
    operator,
    value,
    extra_value,
  })
  return {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: all.map(written) },
      { glue: 'or', conditions: any.map(written) },
    ],
  }
}
