import sql, { columns } from '#server/db/sql.ts'
import { Person } from '#tests/support/person.ts'
import { filledEmail } from './fill.ts'
import { at, notRun, report } from './report.ts'
import { day, openTable, read, uncached, type Table } from './scale.ts'

const [WORKSPACES, MEMBERS, POSTS_OF_EACH] = [50, 200, 2_000]
/** The number of workspaces that each member is in. */
const WORKSPACES_OF_EACH = 4
const ROUNDS = 300
const WARM_UP = 20
const AT_MOST_TIMES = 1.2

/**
 * Compares lists, calendar and search of a member's workspace with those of a user without workspaces who has as many
 * posts. Both are in the same database.
 */
export async function benchWorkspaces(): Promise<boolean> {
  await using table = await openTable({ people: WORKSPACES + 1, postsOfEach: POSTS_OF_EACH })
  if (!table) return notRun('workspaces', 'PostgreSQL server')
  const { person: alone } = table
  const workspace = await makeWorkspaces(table)
  const member = await new Person(alone.url).signIn(filledEmail(WORKSPACES + 2))

  const results: boolean[] = []
  for (const [what, pathOf] of Object.entries(QUESTIONS)) {
    const [value, baseline] = await p95Ms([
      () => read(member, `/w/${workspace}${pathOf()}`),
      () => read(alone, pathOf()),
    ])
    results.push(
      report({
        what: `${what} in one of ${WORKSPACES} workspaces with ${MEMBERS} members, p95`,
        value: value ?? Number.NaN,
        unit: 'ms',
        atMost: (baseline ?? Number.NaN) * AT_MOST_TIMES,
        baseline: { what: `of a user alone with as many posts (${POSTS_OF_EACH})`, value: baseline ?? Number.NaN },
      }),
    )
  }
  return results.every(Boolean)
}

let questions = 0
const QUESTIONS: Record<string, () => string> = {
  'GET /api/posts, a list': () => `/api/posts?limit=100&to=${uncached()}`,
  'GET /api/posts/calendar, a month': () => {
    const first = -(questions++ % 200)
    return `/api/posts/calendar?daysFrom=${day(first)}&daysTo=${day(first + 30)}`
  },
  'GET /api/posts?q=, a search': () => `/api/posts?q=${questions++}&limit=20`,
}

/** Turns all users but the first into workspaces, and adds their members. @returns the id of one of them */
async function makeWorkspaces({ database }: Table): Promise<string> {
  await database.query(sql`
    insert into workspaces (id, created_at) select id, now() from users where email <> ${filledEmail(1)}`)
  await database.query(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_confirmed_at, created_at)
    select 'reader-' || n || '@example.com', password_hash, 'Omar', 'Saleh', 'user', now(), now()
    from users, generate_series(${WORKSPACES + 2}::integer, ${WORKSPACES + 1 + MEMBERS}::integer) n
    where email = ${filledEmail(1)}`)
  await database.query(sql`
    insert into members (workspace_id, user_id, role, since)
    select of_each.id, people.id, case place when 0 then 'owner' else 'editor' end, now()
    from (select id, (row_number() over (order by created_at, id) - 1)::integer n from users
        where last_name = 'Saleh') people,
      generate_series(0, ${WORKSPACES_OF_EACH - 1}::integer) place,
      (select id, (row_number() over (order by id) - 1)::integer n from workspaces) of_each
    where of_each.n = (people.n + place) % ${WORKSPACES}::integer`)
  await database.query(sql`analyze`)
  const [one] = await database.query(sql`
    select ${columns('members', 'workspace_id')} from members
    where user_id = (select id from users where email = ${filledEmail(WORKSPACES + 2)}) limit 1`)
  if (!one) throw new Error('The member is in no workspace')
  return one.workspace_id
}

/** The 95th percentiles of several actions, taken in turns so that the machine's load affects all equally. */
async function p95Ms(acts: (() => Promise<void>)[]): Promise<number[]> {
  const times = acts.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, act] of acts.entries()) {
      const began = performance.now()
      await act()
      if (round >= WARM_UP) times[index]?.push(performance.now() - began)
    }
  }
  return times.map((own) => at(own, 0.95))
}
