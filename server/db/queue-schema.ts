import { ConfigError } from '../config-error.ts'
import type { Queryable } from './database.ts'
import sql, { computed, isTrue } from './sql.ts'

/** The job queue's schema. It is in Frogy's own database, so that a transaction can add a job. */
export const QUEUE_SCHEMA = 'frogy_jobs'

/** The schema version of the pinned pg-boss. A test compares this number with the package. */
const QUEUE_VERSION = 43

/**
 * Creates or upgrades the job queue's schema.
 * @param session holds the migration lock
 * @throws ConfigError when the role may not create a schema
 */
export async function migrateQueue(
  session: Pick<Queryable, 'query'> & { run(sqlText: string): Promise<void> },
): Promise<void> {
  const version = await versionOf(session)
  if (version !== undefined && version >= QUEUE_VERSION) return
  // Load pg-boss only now, because most starts do not need it here.
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
  if (version !== undefined) return await session.run(getMigrationPlans(QUEUE_SCHEMA, version))
  try {
    await session.run(getConstructionPlans(QUEUE_SCHEMA, { createSchema: !(await hasSchema(session)) }))
  } catch (error) {
    if (codeOf(error) !== NOT_ALLOWED) throw error
    throw new ConfigError([
      `DATABASE_URL: its role may not create the schema ${QUEUE_SCHEMA}, which the job queue needs. Grant it CREATE on the database, or create that schema and make the role its owner.`,
    ])
  }
}

/** Reads the version of the queue's schema. @returns undefined when there are no tables yet */
async function versionOf(session: Pick<Queryable, 'query'>): Promise<number | undefined> {
  try {
    const [row] = await session.query(
      sql`select ${computed('version', 'integer', sql`version`, 0)} from frogy_jobs.version`,
    )
    return row?.version
  } catch (error) {
    if (codeOf(error) === NO_TABLE || codeOf(error) === NO_SCHEMA) return undefined
    throw error
  }
}

async function hasSchema(session: Pick<Queryable, 'query'>): Promise<boolean> {
  const [row] = await session.query(sql`select ${isTrue('exists', sql`to_regnamespace('frogy_jobs') is not null`)}`)
  return row?.exists ?? false
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

const NO_TABLE = '42P01'
const NO_SCHEMA = '3F000'
const NOT_ALLOWED = '42501'
