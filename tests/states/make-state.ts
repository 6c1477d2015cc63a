// Fills a small installation of an older release and dumps its database, for tests/upgrade.test.ts.
// For a release: node_modules/.bin/node tests/states/make-state.ts 0.2.0
// For another commit, pass a checkout with installed dependencies: … make-state.ts b539a85 /tmp/frogy-b539a85
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import pg from 'pg'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { postgresBinaries, startPostgres } from '#tests/support/postgres.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { fillInstallation } from './fill-installation.ts'
import { STATE_SECRET, type State } from './state.ts'

const [name, checkout = '.'] = process.argv.slice(2)
if (!name) throw new Error('Name the state: node tests/states/make-state.ts 0.2.0')
const root = resolve(checkout)

const server = await startPostgres()
if (!server) throw new Error('A state is made with PostgreSQL 15 or newer')
await using postgres = server
const client = new pg.Client({ connectionString: postgres.url })
client.on('error', () => {})
await client.connect()
const dataDir = mkdtempSync(join(tmpdir(), 'frogy-state-'))

const simulatorPort = await freePort()
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  APP_SECRET: STATE_SECRET,
  SIMULATOR_PORT: String(simulatorPort),
  SIMULATOR_AUTO_CONSENT: '1',
  RATE_LIMITS: 'off',
  METRICS: 'off',
  LOG_LEVEL: 'error',
  PORT: String(await freePort()),
}
const simulator = await run('simulator/main.ts', 'simulator', /networks are at (\S+)/)
const start = () => run('bin/start.ts', 'serve', /Frogy is at (\S+)/)

let frogy = await start()
const networks = simulatorAt(simulator.url)
const { sessions, apiKey } = await fillInstallation(frogy.url, networks, async () => {
  // Move the posts that begin with "Missed" back by a day while Frogy is stopped, so that Frogy misses their due time.
  await frogy.kill()
  await client.query(`
    update posts set created_at = created_at - interval '1 day', scheduled_at = scheduled_at - interval '1 day', next_step_at = next_step_at - interval '1 day'
    where content like 'Missed%'`)
  frogy = await start()
  return frogy.url
})
// Wait until Frogy sends the last post, and kill Frogy then.
await eventually(async () => {
  const { rowCount } = await client.query(`select from publish_attempts where state = 'sending'`)
  if (rowCount === 0) throw new Error('No post is being sent')
})
await frogy.kill()
await simulator.kill()
const takenAt = new Date().toISOString()

const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
const hasQueue = (await client.query(`select to_regnamespace('frogy_jobs') as there`)).rows[0]?.there !== null
await client.end()
const dumps = [
  ...(hasQueue ? [dump('--schema=frogy_jobs', '--no-owner', '--no-privileges')] : []),
  dump('--schema=public', '--data-only'),
]
const media = globSync('media/**', { cwd: dataDir, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
const state: State = {
  takenAt,
  migrations: rows.map((row) => row.name),
  sessions,
  apiKey,
  simulator: readFileSync(join(dataDir, 'simulator.json'), 'utf8'),
  media: Object.fromEntries(media.map((file) => [relative(dataDir, file), readFileSync(file, 'base64')])),
}
writeFileSync(join(import.meta.dirname, `${name}.sql`), dumps.join(''))
writeFileSync(join(import.meta.dirname, `${name}.json`), `${JSON.stringify(state, null, 2)}\n`)
rmSync(dataDir, { recursive: true, force: true })
console.log(`Made the state ${name}`)

/** Dumps rows as INSERTs, without comments and the settings of a session. */
function dump(...options: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    join(postgresBinaries() ?? '', 'pg_dump'),
    ['--column-inserts', '--rows-per-insert=1000', ...options, postgres.url],
    { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !/^(--|SET |SELECT pg_catalog\.set_config|\\)/.test(line))
    .map((line) => `${line}\n`)
    .join('')
}

/** Starts a program of the older release, and waits until the program prints its address. */
async function run(older: string, program: string, ready: RegExp): Promise<{ url: string; kill(): Promise<void> }> {
  const starter = join(root, 'bin', 'start.js')
  const args = existsSync(starter) ? [starter, program] : [join(root, older)]
  const child = spawn(...exitWithParent(process.execPath, args), {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((done, failed) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const output = ready.exec(printed)
      if (output) done(output[1] ?? '')
    })
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}: ${printed}`)))
  })
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
