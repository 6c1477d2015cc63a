import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { openDatabase, type Database } from './database.ts'
import sql, { columns, computed, count, isTrue, list, outer, type RowOf } from './sql.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase('peopled')
  database = await openDatabase({ ...place, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

test('derives the type of rows from the columns that the statement names', async () => {
  const own = columns('users', 'id', 'email', 'preferred_language')
  const person: RowOf<typeof own> = { id: '1', email: 'layla@example.test', preferred_language: 'ar' }
  const [row] = await database.query(sql`select ${own} from users order by created_at, id limit 1`)
  expect(Object.keys(row ?? {})).toEqual(Object.keys(person))
  const email: string | undefined = row?.email
  expect(email).toContain('@')
  // @ts-expect-error The statement did not select `role`.
  expect(row?.role).toBeUndefined()
})

test('reports unknown columns and wrong types of values when TypeScript compiles', async () => {
  // @ts-expect-error The table `users` has the column `email`, not `mail`.
  columns('users', 'mail')
  // @ts-expect-error The database has no table `people`.
  columns('people', 'id')
  const unnamed = sql`select email from users`
  // @ts-expect-error `unnamed` selects `email` as plain SQL, without `columns()`, so its rows have no typed columns.
  expect((await database.query(unnamed))[0]?.email).toContain('@')
  const language: RowOf<ReturnType<typeof languages>> = { preferred_language: 'ar' }
  // @ts-expect-error The database does not allow the language `fr`.
  language.preferred_language = 'fr'
})
const languages = () => columns('users', 'preferred_language')

test('combines columns of several tables, with aliases and new names, into one row', async () => {
  const [row] = await database.query(sql`
    select ${columns('users u', 'id', 'email as mailAddress')}, ${outer(columns('sessions s', 'id as session_id', 'expires_at'))}
    from users u left join sessions s on s.user_id = u.id and false limit 1`)
  const id: string | undefined = row?.id
  expect(row).toEqual({ id, mailAddress: expect.stringContaining('@'), session_id: null, expires_at: null })
  // @ts-expect-error The user may have no session, so `expires_at` may be null.
  expect(() => row?.expires_at.getTime()).toThrow(/null/)
})

test('returns a count as a number, a condition as a boolean and a time as a Date', async () => {
  const figures = list(
    count('all'),
    count('none', sql`email = ${'nobody@example.test'}`),
    isTrue('isOne', sql`count(*) = 1`),
    isTrue('isUnknown', sql`null::boolean`),
    computed('first', 'timestamptz', sql`min(created_at)`),
    computed('absent', 'bigint', sql`sum(length(email)) filter (where false)`),
    computed('instead', 'bigint', sql`sum(length(email)) filter (where false)`, 0),
  )
  const [row] = await database.query(sql`select ${figures} from users`)
  const sure: { all: number; none: number; isOne: boolean; instead: number } | undefined = row
  expect(sure?.all).toBeGreaterThan(0)
  expect(row).toMatchObject({ none: 0, isOne: false, isUnknown: false, absent: null, instead: 0 })
  expect(row?.first).toBeInstanceOf(Date)
})

test('throws when the rows lack a column that the statement names', async () => {
  const misplaced = sql`select email from users where id in (select ${columns('users', 'id')} from users)`
  await expect(database.query(misplaced)).rejects.toThrow(/gives no "id"/)
})
