// Migrates DATABASE_URL or DATA_DIR. Before statement number `argv[2]` it kills itself if `argv[3]` is `kill`, or waits
// there if it is `wait`.
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
let finishedFiles = 0
let statements = 0
await migrate({
  ...database,
  migrateWith: (work) =>
    database.migrateWith((session) =>
      work({
        ...session,
        async run(text) {
          for (const statement of statementsOf(text)) {
            if (++statements >= stopBefore) await stop()
            await session.run(statement)
          }
          finishedFiles++
        },
      }),
    ),
})
writeSync(1, 'done')

async function stop(): Promise<void> {
  // Tell the test how many migration files this process has finished.
  writeSync(1, String(finishedFiles))
  if (does === 'kill') process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
}
