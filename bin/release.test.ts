import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startProcess } from '#tests/support/processes.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { packRelease, stageRelease } from './release.ts'

const ROOT = join(import.meta.dirname, '..')
let folder: string
let script: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frogy-release-'))
  stageRelease(join(folder, 'stage'))
  const tarball = packRelease(folder, join(folder, 'stage'))
  // Without a package.json here, npm would use the project of a parent folder.
  writeFileSync(join(folder, 'package.json'), '{}')
  // `--offline` works, because the tarball contains all packages except Node.
  execFileSync('npm', ['install', '--offline', '--omit=optional', '--no-audit', tarball], {
    cwd: folder,
    stdio: 'pipe',
  })
  rmSync(join(folder, 'stage'), { recursive: true })
  script = join(folder, 'node_modules', '.bin', 'frogy')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]): string =>
  execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test("prints the release's version and only the commands for operators", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  expect(run('--version').trim()).toBe(version)
  const help = run('--help')
  expect(help).toContain(`Frogy ${version}`)
  const commands = [...help.matchAll(/^ {2}(\S+) /gm)].map(([, name]) => name)
  for (const name of ['start', 'serve', 'simulator', 'admin']) expect(commands).toContain(name)
  for (const name of ['dev', 'build', 'release', 'test', 'check', 'bench']) expect(commands).not.toContain(name)
  expect(() => run('test')).toThrow('There is no command "test"')
})

test('includes in a release the commands for posts, the skill file that explains them to assistants, and a client that is a single file', () => {
  expect(run('post', '--help')).toContain('--network')
  const own = join(folder, 'node_modules', 'frogy')
  expect(readFileSync(join(own, 'bin', 'cli', 'SKILL.md'), 'utf8')).toContain('frogy draft')
  const copy = join(mkdtempSync(join(folder, 'alone-')), 'frogy.mjs')
  copyFileSync(join(own, 'dist', 'server', 'cli.js'), copy)
  expect(execFileSync(process.execPath, [copy, 'post', '--help'], { encoding: 'utf8' })).toContain('--network')
})

test('leaves sources, build packages and test packages out of a release', () => {
  const own = join(folder, 'node_modules', 'frogy')
  const isIn = (path: string) => existsSync(join(own, path))
  expect(['dist/server/serve.cjs', 'dist/web/index.html', 'dist/node_modules/sharp'].filter(isIn)).toHaveLength(3)
  const foreign = ['server/app.ts', 'web', 'core', 'tests', 'vite', 'react', 'vitest', 'typescript']
  expect(foreign.filter((name) => isIn(name) || isIn(`dist/node_modules/${name}`))).toEqual([])
})

test('publishes a post with a release in an empty folder, and stores its data in that folder', async () => {
  const port = await freePort()
  await using frogy = await startProcess(
    { SIMULATOR_PORT: String(port), SIMULATOR_AUTO_CONSENT: '1' },
    { script, cwd: folder },
  )
  expect(existsSync(join(folder, '.data', 'db'))).toBe(true)
  expect(existsSync(join(folder, 'node_modules', 'frogy', '.data'))).toBe(false)
  const layla = await new Person(frogy.url).register()
  await layla.connect('linkedin')
  const picture = new Uint8Array(await pictureFile('png', 300, 300))
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(['quay.png', picture]) })
  expect(media.images).toHaveLength(1)
  const post = await layla.schedule({
    platform: 'linkedin',
    content: 'The third quay',
    at: new Date(Date.now() + 3_000),
  })
  expect((await layla.decided(post)).status).toBe('published')
  const networks = simulatorAt(`http://127.0.0.1:${port}`)
  expect((await networks.posts('linkedin')).map(({ text }) => text)).toEqual(['The third quay'])
})

test('creates an administrator from the command line of a release', () => {
  expect(run('admin', 'create-admin', 'sara@example.com')).toContain('http://localhost:3000/')
})
