// Migrates DATABASE_URL or DATA_DIR. Right before statement number `argv[2]`, the process kills itself (`argv[3]` is
// `kill`), or pauses until a test kills it (`wait`).
import { writeSync } from 'node:fs'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { statementsOf } from './statements.ts'

const [number = 'Infinity', does = 'kill'] = process.argv.slice(2)
const stopBefore = Number(number)
const { DATABASE_URL, DATA_DIR = '' } = process.env

await using database = await openDatabase({
  databaseUrl: DATABASE_URL,
  dataDir: DATA_DIR,
  onError: console.error,
})
let statements = 0
await migrate({
  ...database,
  migrateWith: (work) =>
    database.migrateWith((session) =>
      work({
        ...session,
        async run(text) {
          for (const [index, statement] of statementsOf(text).entries()) {
            if (++statements >= stopBefore) await stop(index + 1)
            await session.run(statement)
          }
        },
      }),
    ),
})
writeSync(1, 'done')

/** @param numberInFile the number of the statement in its file */
async function stop(numberInFile: number): Promise<void> {
  writeSync(1, String(numberInFile))
  if (does === 'kill') process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
}
