import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { BUILT, RELEASED_PACKAGES, ROOT, SOURCES_FILE } from '#server/program-file.ts'
import { NOT_BUNDLED } from './bundle.ts'

interface PackageFile {
  [field: string]: unknown
  name: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const STAGE = join(ROOT, 'dist', 'release')

/** The repository files that a release contains. `stageRelease` adds the packages that the programs load at runtime. */
const FILES = [
  'bin/cached-code.js',
  'bin/cli/SKILL.md',
  'bin/env-file.js',
  'bin/frogy.mjs',
  'bin/health-check.js',
  'bin/start.js',
  'dist/web',
  BUILT,
  'server/db/migrations',
  'packaging/systemd',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

/** The fields that a release's package.json copies from the repository's package.json. */
const FIELDS = ['name', 'version', 'description', 'license', 'type', 'bin', 'engines']

/** Matches package files that no program loads. `libheif-js` contains its decoder four times. */
const NEEDLESS = /\.(?:map|d\.[cm]?ts|md|markdown|cc|h|gyp)$|libheif-js\/libheif$|libheif-bundle\.m?js$/

/** Copies a release into a folder: built programs, with their packages, without sources. */
export function stageRelease(folder = STAGE): void {
  rmSync(folder, { recursive: true, force: true })
  for (const path of FILES) copy(join(ROOT, path), join(folder, path))
  chmodSync(join(folder, 'bin', 'frogy.mjs'), 0o755)
  // List no sources, because a release has none. Its bundle is then never outdated.
  writeFileSync(join(folder, SOURCES_FILE), '{}')
  for (const path of loadedPackages())
    copy(join(ROOT, path), join(folder, RELEASED_PACKAGES, relative('node_modules', path)), NEEDLESS)
  const own = packageFile('package.json')
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify(
      {
        ...Object.fromEntries(FIELDS.map((field) => [field, own[field]])),
        // npm installs only the Node binary for the machine, because the release contains all other packages.
        optionalDependencies: packageFile('bin/runtime/package.json').optionalDependencies,
      },
      null,
      2,
    ),
  )
}

function copy(from: string, to: string, except?: RegExp): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.sources') && !except?.test(path) })
}

/** The folders of the packages that the programs load at runtime, and of the packages that they depend on. */
function loadedPackages(): string[] {
  const storage = Object.keys(packageFile('package.json').devDependencies ?? {}).filter((name) =>
    name.startsWith('@aws-sdk/'),
  )
  const found = new Set<string>()
  const visit = (name: string, parent: string): void => {
    const path = folderOf(name, parent)
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packageFile(join(path, 'package.json'))
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) visit(next, path)
  }
  for (const name of [...NOT_BUNDLED, ...storage]) visit(name.replace(/^(@[^/]+\/)?([^/]+).*$/, '$1$2'), '')
  // Keep only top-level packages: copying a package includes the packages nested in it.
  return [...found].filter((path) => path.lastIndexOf('node_modules/') === 0)
}

/** The folder that Node resolves for a package that `parent` imports. Optional packages may be missing. */
function folderOf(name: string, parent: string): string | undefined {
  for (let from = parent; ; from = dirname(from.slice(0, Math.max(from.lastIndexOf('node_modules/'), 0)))) {
    const path = join(from === '.' ? '' : from, 'node_modules', name)
    if (existsSync(join(ROOT, path, 'package.json'))) return path
    if (from === '' || from === '.') return undefined
  }
}

function packageFile(path: string): PackageFile {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as PackageFile
}

/** Packs a staged release into `frogy-VERSION.tgz`. */
export function packRelease(destination: string, folder = STAGE): string {
  // npm sets variables for its scripts. Remove them, because they would change the npm that this script starts.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const npm = spawnSync('npm', ['pack', folder, '--pack-destination', destination, '--loglevel=error'], {
    encoding: 'utf8',
    env: environment,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (npm.status !== 0) throw new Error('npm could not pack the release')
  return join(destination, npm.stdout.trim())
}

if (process.argv[1] === import.meta.filename) {
  stageRelease()
  // `npm pack` in the repository runs this script, which replaces npm's own tarball (ADR 057).
  if (!process.argv.includes('--staged-only'))
    console.log(`The release is ${packRelease(process.env.npm_config_pack_destination ?? process.cwd())}`)
}
