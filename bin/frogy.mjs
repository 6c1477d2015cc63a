#!/usr/bin/env node
// The only entry point, in plain JavaScript for any Node from 20.19. It checks versions, installs packages, builds
// outdated parts, and continues in the Node version that npm installed as a dependency.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadEnvFile } from './env-file.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const RUNTIME_MAJOR = 26
const RUNTIME = join(root, 'bin', 'runtime')
const isRightNode = Number(process.versions.node.split('.')[0]) === RUNTIME_MAJOR
// npm scripts run in the Node that Frogy installed. It does not count as the host's Node, because an installation may
// remove it.
const isHostNode = !process.execPath.startsWith(realpathSync(root) + sep)
// A release has neither sources nor a lock file. It arrives already built, with its packages (bin/release.ts).
const isRelease = !existsSync(join(root, 'package-lock.json'))
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The file of each command and its requirements. Tests and tools do not read this installation's settings. */
const COMMANDS = {
  // npm runs this command after `npm ci`.
  runtime: { installs: 'runtime' },
  start: { does: 'starts Frogy', file: 'bin/start.js', installs: 'production', builds: true, readsEnvFile: true },
  serve: {
    does: 'starts the installed build, by ROLE',
    file: 'bin/start.js',
    installs: 'nothing',
    builds: false,
    readsEnvFile: true,
  },
  dev: {
    does: 'starts with reload on change',
    file: 'bin/dev.ts',
    installs: 'everything',
    builds: false,
    readsEnvFile: true,
  },
  simulator: {
    does: 'starts only the simulated networks',
    file: 'bin/start.js',
    arg: 'simulator',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  admin: {
    does: 'helps an administrator who cannot sign in',
    file: 'bin/admin.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  'networks:check': {
    does: 'asks the real networks what this installation may do',
    file: 'bin/networks-check.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  backup: {
    does: 'makes one file of all data, also while Frogy runs',
    file: 'bin/backup.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  restore: {
    does: 'restores a backup into an empty place',
    file: 'bin/restore.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  move: {
    does: 'moves the data to a PostgreSQL server, or back',
    file: 'bin/move.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  release: { does: 'makes the tarball of a release', file: 'bin/release.ts', installs: 'production', builds: true },
  build: {
    does: 'builds what start would build',
    file: 'bin/build.ts',
    installs: 'production',
    builds: false,
    readsEnvFile: true,
  },
  test: {
    does: 'runs the tests that every change must pass',
    file: 'bin/test.ts',
    arg: 'gate',
    installs: 'everything',
    builds: true,
  },
  'test:all': { does: 'runs every test', file: 'bin/test.ts', arg: 'all', installs: 'everything', builds: true },
  'test:changed': {
    does: 'runs the tests of changed files',
    file: 'bin/test.ts',
    arg: 'changed',
    installs: 'everything',
    builds: true,
  },
  check: { does: 'checks types, style and our own rules', file: 'bin/check.ts', installs: 'everything', builds: false },
  icons: { does: 'copies the used icons', file: 'bin/icons.ts', installs: 'everything', builds: false },
  rows: { does: 'writes the row types', file: 'bin/row-types.ts', installs: 'production', builds: false },
  bench: { does: 'runs benchmarks', file: 'bench/run.ts', installs: 'everything', builds: true },
  pictures: {
    does: 'takes screenshots of every screen',
    file: 'bin/pictures.ts',
    installs: 'everything',
    builds: true,
  },
}

/** Commands of the API client, for people with an API key. `frogy post --help` describes them. */
const CLIENT = 'login post draft schedule publish cancel delete list show accounts upload'.split(' ')
for (const name of CLIENT) COMMANDS[name] = { file: 'bin/cli.ts', arg: name, installs: 'production', builds: false }

/** The parts of the build: the folder of each part in dist, and its sources. */
const PARTS = {
  web: [
    'web',
    'core',
    'bin/build.ts',
    'bin/compress-files.ts',
    'bin/install-files.ts',
    'bin/page-files.ts',
    'bin/prerender.ts',
    'bin/service-worker.ts',
    'bin/web-chunks.ts',
    'vite.config.ts',
    'package-lock.json',
  ],
  server: [
    'server',
    'core',
    'simulator',
    'bin/build.ts',
    'bin/bundle.ts',
    'bin/serve.ts',
    'bin/admin.ts',
    'bin/cli',
    'bin/cli.ts',
    'bin/networks-check.ts',
    'bin/backup.ts',
    'bin/restore.ts',
    'bin/move.ts',
    'package-lock.json',
  ],
}

const [name = 'start', ...rest] = process.argv.slice(2)
if (name === '--version' || name === '-v') print(about.version)
if (name === '--help' || name === '-h' || name === 'help') print(helpText())
const command = isAvailable(name) ? COMMANDS[name] : undefined
if (!command) fail(`There is no command "${name}". There are: ${Object.keys(COMMANDS).filter(isAvailable).join(', ')}.`)
if (!isAtLeast(process.versions.node, 20, 19))
  fail(`Frogy needs Node 20.19 or newer to start with; this is ${process.versions.node}.`)

if (command.readsEnvFile) {
  try {
    loadEnvFile()
  } catch (error) {
    fail(error.message)
  }
}
if (isRelease) {
  await handOver(runtime(), releaseFile(command.file), command.arg ? [command.arg, ...rest] : rest)
} else if (command.installs === 'runtime') {
  await completeInstall()
} else {
  if (command.installs !== 'nothing') {
    await install(command.installs === 'everything')
    // A release also needs the S3 client, for installations with a bucket.
    if (name === 'release' || process.env.STORAGE_URL?.startsWith('s3:')) installStorage()
  }
  const node = runtime()
  if (command.builds) build(node)
  await handOver(node, command.file, command.arg ? [command.arg, ...rest] : rest)
}

/** Whether this installation has a command. A release has only the commands for operators, as built programs. */
function isAvailable(name) {
  const { file } = COMMANDS[name] ?? {}
  return isRelease ? file !== undefined && existsSync(join(root, releaseFile(file))) : name in COMMANDS
}

/** The file of a command in a release: plain JavaScript as it is, otherwise the built program of the same name. */
function releaseFile(file) {
  return extname(file) === '.js' ? file : join('dist', 'server', `${basename(file, '.ts')}.js`)
}

function helpText() {
  const commands = Object.entries(COMMANDS).filter(([name, { does }]) => does && isAvailable(name))
  const width = Math.max(...commands.map(([name]) => name.length))
  return [
    `Frogy ${about.version}: ${about.description}`,
    '',
    'frogy [COMMAND], by default start:',
    ...commands.map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`),
    '',
    'Posts of a running Frogy, with an API key: frogy post --help',
    '',
    'Settings are environment variables or lines of .env in the working folder; .env.example lists them.',
    'Data is in DATA_DIR, by default .data in the working folder.',
  ].join('\n')
}

/** Installs when a lock file has changed, or when required development tools are missing. */
async function install(needsTools) {
  // Keep installed development tools, so that a start does not remove them after a test run.
  const withTools = needsTools || existsSync(join(root, 'node_modules', 'vitest'))
  const lock = hashOf([join(root, 'package-lock.json')])
  const runtimeLock = hashOf([join(RUNTIME, 'package-lock.json')])
  const [installed, tools] = stampOf(root)
  const arePackagesReady = installed === lock && (tools === 'tools' || !needsTools)
  const isRuntimeReady = (isRightNode && isHostNode) || stampOf(RUNTIME)[0] === runtimeLock
  if (arePackagesReady && isRuntimeReady) return
  const npm = spawnSync('npm', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const version = npm.stdout?.trim() ?? ''
  if (!isAtLeast(version, 10, 0)) fail(`Frogy needs npm 10 or newer to install itself; this is ${version || 'none'}.`)
  console.error('Installing what Frogy needs; this takes a minute the first time …')
  const from = performance.now()
  // npm unpacks in one thread, and the Node binary is a quarter of its work. Let a second npm install it in parallel.
  const done = await Promise.all([
    arePackagesReady || cleanInstall(root, lock, withTools),
    isRuntimeReady || cleanInstall(RUNTIME, runtimeLock, false),
  ])
  if (done.includes(false)) fail('Installing failed; npm says why above. Nothing was started.')
  linkRuntime()
  console.error(`Installed in ${secondsSince(from)} s`)
}

/** Completes a plain `npm ci`: adds the runtime and marks the packages as installed. */
async function completeInstall() {
  const tools = existsSync(join(root, 'node_modules', 'vitest')) ? 'tools' : 'bare'
  writeStamp(root, hashOf([join(root, 'package-lock.json')]), tools)
  const runtimeLock = hashOf([join(RUNTIME, 'package-lock.json')])
  const isReady = (isRightNode && isHostNode) || stampOf(RUNTIME)[0] === runtimeLock
  if (!isReady && !(await cleanInstall(RUNTIME, runtimeLock, false))) fail(`Installing Node ${RUNTIME_MAJOR} failed.`)
  linkRuntime()
}

/**
 * The record of the last completed installation in a folder: the hash of its lock file, and whether it has development
 * tools.
 */
function stampOf(folder) {
  const file = join(folder, 'node_modules', '.frogy-install')
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
}

/** Runs `npm ci` in a folder. @returns whether npm succeeded */
async function cleanInstall(folder, lock, withTools) {
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--ignore-scripts',
    withTools ? '--include=dev' : '--omit=dev',
  ]
  const npm = spawn('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  })
  const [code] = await once(npm, 'close')
  if (code === 0) writeStamp(folder, lock, withTools ? 'tools' : 'bare')
  return code === 0
}

function writeStamp(folder, lock, scope) {
  writeFileSync(join(folder, 'node_modules', '.frogy-install'), `${lock} ${scope}`)
}

/** Links the installed Node as `node_modules/.bin/node`, for contributors who run one file. */
function linkRuntime() {
  const link = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'win32' || !existsSync(runtimeFile())) return
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), runtimeFile()), link)
}

function runtimeFile() {
  if (isRelease) return installedNode() ?? ''
  return join(RUNTIME, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
}

/** The Node binary that npm installed with a release. npm installs only the optional package for this machine. */
function installedNode() {
  const { resolve } = createRequire(import.meta.url)
  for (const name of Object.keys(about.optionalDependencies ?? {})) {
    try {
      const file = resolve(`${name}/package.json`)
      return join(dirname(file), JSON.parse(readFileSync(file, 'utf8')).bin.node)
    } catch {
      // npm installs only the package for this kind of machine, so try the next one.
    }
  }
}

/** Installs the S3 client, a development dependency that only installations with a bucket need. */
function installStorage() {
  const { devDependencies } = about
  const names = Object.keys(devDependencies).filter((name) => name.startsWith('@aws-sdk/'))
  const missing = names.filter((name) => !existsSync(join(root, 'node_modules', name)))
  if (missing.length === 0) return
  const done = spawnSync(
    'npm',
    [
      'install',
      '--no-save',
      '--omit=dev',
      '--ignore-scripts',
      ...missing.map((name) => `${name}@${devDependencies[name]}`),
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  )
  if (done.status !== 0) fail('Installing the S3 client failed; npm gives the reason above. Nothing was started.')
}

/** The Node binary that the installation provides for this machine. */
function runtime() {
  if (isRightNode && existsSync(process.execPath)) return process.execPath
  if (!existsSync(runtimeFile())) {
    fail(
      `No Node ${RUNTIME_MAJOR} is installed for ${process.platform}-${process.arch}; run this with a Node ${RUNTIME_MAJOR} of your own${isRelease ? '' : ', or run "npm run build" first'}.`,
    )
  }
  return runtimeFile()
}

/** Builds the parts whose sources have changed. */
function build(node) {
  const stampFile = (part) => join(root, 'dist', part, '.sources')
  const hashes = Object.entries(PARTS).map(([part, paths]) => [part, hashOf(paths.flatMap(filesAt))])
  const stale = hashes.filter(
    ([part, hash]) => !existsSync(stampFile(part)) || readFileSync(stampFile(part), 'utf8') !== hash,
  )
  if (stale.length === 0) return
  console.error('Building Frogy …')
  const args = [join(root, 'bin', 'build.ts'), ...stale.map(([part]) => part)]
  const from = performance.now()
  const done = spawnSync(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) fail('Frogy could not be built; the reason is above. Nothing was started.')
  for (const [part, hash] of stale) {
    mkdirSync(dirname(stampFile(part)), { recursive: true })
    writeFileSync(stampFile(part), hash)
  }
  console.error(`Built in ${secondsSince(from)} s`)
}

/** Runs a file in this process if this is the right Node, otherwise in a new process with the right Node. */
async function handOver(node, file, args) {
  const script = join(root, file)
  if (node === process.execPath) {
    process.argv = [node, script, ...args]
    await import(pathToFileURL(script).href)
    return
  }
  const child = spawn(node, [script, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** The file itself, or all files in a folder. */
function filesAt(path) {
  if (statSync(join(root, path)).isFile()) return [join(root, path)]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}

function secondsSince(from) {
  return ((performance.now() - from) / 1000).toFixed(1)
}

function isAtLeast(version, major, minor) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

function print(text) {
  console.log(text)
  process.exit(0)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
