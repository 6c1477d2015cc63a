import type { Statement } from './sql.ts'

interface Queryable {
  query<Row>(statement: Statement<Row>): Promise<Row[]>
}

/** A slow statement for the log: its text with placeholders, without its values. */
export interface SlowQuery {
  sql: string
  ms: number
}

/** Reports statements that take longer than `afterMs`. The time includes the wait for a connection. */
export function reportSlow(on: Queryable, afterMs: number | undefined, report: (slow: SlowQuery) => void): Queryable {
  if (afterMs === undefined) return on
  return {
    async query(statement) {
      const from = performance.now()
      try {
        return await on.query(statement)
      } finally {
        const ms = Math.round(performance.now() - from)
        if (ms >= afterMs) report({ sql: statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST), ms })
      }
    },
  }
}

const LONGEST = 2_000
