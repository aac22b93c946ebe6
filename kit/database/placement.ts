/** Where the tables of a schema stand when several machines share one database (Citus). */
export interface TablePlacement {
  schema: string
  /** Rows with the same value in this column stand on one machine, in all tables that are not named below. */
  column: string
  /** Whole on every machine: what is found before the value of the column is known, and what all rows refer to. */
  reference: readonly string[]
  /** On the coordinator alone. */
  local: readonly string[]
}

/** The extension is loaded and made: statements go through its planner. */
export const HAS_CITUS = "select exists (select from pg_extension where extname = 'citus') as there"
