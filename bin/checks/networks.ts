import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { PLATFORMS as SIMULATED } from '#simulator/platform.ts'

// Finds missing parts of a registered network that the compiler does not report, and folders of unregistered networks.

const root = join(import.meta.dirname, '..', '..')

interface Parts {
  simulated: readonly string[]
  /** The names in the database's function `is_platform`. */
  inDatabase: readonly string[]
  guides: readonly string[]
  /** The folders in core/platforms/. */
  folders: readonly string[]
}

export function networkFaults(platforms: readonly string[], parts: Parts): string[] {
  const missing = (present: readonly string[], fault: (platform: string) => string) =>
    platforms.filter((platform) => !present.includes(platform)).map(fault)
  return [
    ...missing(parts.simulated, (platform) => `simulator/platform.ts lacks ${platform}`),
    ...missing(parts.inDatabase, (platform) => `is_platform lacks ${platform}: add a migration that replaces it`),
    ...missing(
      parts.guides,
      (platform) => `docs/networks/${platform}.md is missing, or docs/networks.md does not link it`,
    ),
    ...parts.folders
      .filter((folder) => !platforms.includes(folder))
      .map((folder) => `core/platforms/platform.ts does not register core/platforms/${folder}/`),
  ]
}

/** The networks that the database function `is_platform` accepts after all migrations. */
export function platformsInDatabase(migrations: readonly string[]): string[] {
  const [, list = ''] = migrations.map((text) => IS_PLATFORM.exec(text)).findLast((found) => found !== null) ?? []
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

const IS_PLATFORM = /function is_platform\(value text\)[^$]*\$\$ select value in \(([^)]*)\)/

if (process.argv[1] === import.meta.filename) {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const migrations = globSync('server/db/migrations/*.sql', { cwd: root }).toSorted((a, b) => a.localeCompare(b))
  const linked = read('docs/networks.md')
  const faults = networkFaults(PLATFORMS, {
    simulated: SIMULATED,
    inDatabase: platformsInDatabase(migrations.map(read)),
    guides: globSync('docs/networks/*.md', { cwd: root })
      .map((file) => basename(file, '.md'))
      .filter((name) => linked.includes(`(networks/${name}.md)`)),
    folders: globSync('core/platforms/*/', { cwd: root }).map((folder) => basename(folder)),
  })
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
