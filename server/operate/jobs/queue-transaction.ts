import type { Db } from 'pg-boss'
import type { Queryable } from '../../db/database.ts'
import type { Statement } from '../../db/sql.ts'

/** Lets the job queue's library run its statements in Frogy's transaction. */
export function inTransaction(tx: Queryable): Db {
  return {
    executeSql: async (text, values = []) => ({
      rows: await tx.query({ text, values } as unknown as Statement<object>),
    }),
  }
}
