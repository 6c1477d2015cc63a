import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { openApp } from './app.ts'
import { ConfigError } from './config-error.ts'
import { readConfig, VARIABLES } from './config.ts'

const ROOT = join(import.meta.dirname, '..')
const SECRET = 'a secret that is long enough to be one'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frogy-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The errors of an environment; empty when valid. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
}

const OIDC = { OIDC_ISSUER: 'https://id.example.com/', OIDC_CLIENT_ID: 'frogy', OIDC_CLIENT_SECRET: 'secret' }

test('keeps the issuer URL of an OpenID Connect provider unchanged, and names the provider after its host', () => {
  expect(readConfig({ DATA_DIR: dataDir, ...OIDC, OIDC_GROUPS: ' a b,c,, c ' }).oidc).toEqual({
    issuer: 'https://id.example.com/',
    clientId: 'frogy',
    clientSecret: 'secret',
    name: 'id.example.com',
    domains: [],
    groups: ['a b', 'c'],
    groupsClaim: 'groups',
  })
})

describe('defaults', () => {
  test('fills all settings with defaults in an empty environment', () => {
    const config = readConfig({ DATA_DIR: dataDir })
    expect(config).toMatchObject({
      isProduction: false,
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      dataDir,
      openai: { apiKey: undefined, baseUrl: undefined },
      anthropic: { apiKey: undefined, baseUrl: undefined },
      platforms: {},
      simulator: {
        platforms: [...PLATFORMS],
        google: true,
        host: '127.0.0.1',
        port: 3001,
        autoConsent: false,
      },
      google: undefined,
      oidc: undefined,
      registration: 'open',
      adminEmails: [],
      contactEmail: null,
      smtpUrl: undefined,
      extractAllowHosts: [],
      rateLimits: true,
      metrics: PLATFORMS.filter((platform) => platform !== 'twitter'),
      logLevel: 'info',
    })
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ DATA_DIR: dataDir, PORT: '', DATABASE_URL: ' ', APP_SECRET: '', ROLE: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      role: 'all',
    })
  })

  test("derives PUBLIC_URL and the simulator's port from PORT", () => {
    const config = readConfig({ DATA_DIR: dataDir, PORT: '8080' })
    expect(config.publicUrl).toBe('http://localhost:8080')
    expect(config.simulator.port).toBe(8081)
  })

  test('trusts no proxy by default', () => {
    expect(readConfig({ DATA_DIR: dataDir }).trustProxy).toEqual([])
  })

  test('returns no warnings for an environment with defaults', () => {
    expect(readConfig({ DATA_DIR: dataDir }).warnings).toEqual([])
  })

  // Normalizes the case of the scheme too, because the scheme decides whether cookies are Secure.
  test.each(['https://frogy.example/', 'HTTPS://Frogy.Example', 'https://frogy.example:443'])(
    'normalizes the PUBLIC_URL %s as browsers do',
    (PUBLIC_URL) => {
      expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL }).publicUrl).toBe('https://frogy.example')
    },
  )

  test.each(['https://example.com/Tools/frogy-2', 'HTTPS://Example.com:443/Tools/frogy-2/'])(
    'keeps the path of the PUBLIC_URL %s, without a slash at its end',
    (PUBLIC_URL) => {
      expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL }).publicUrl).toBe('https://example.com/Tools/frogy-2')
    },
  )
})

test('reads metrics of X only when X_METRICS is on, and metrics of no network when METRICS is off', () => {
  const metrics = (given: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...given }).metrics
  expect(metrics({ X_METRICS: 'on' })).toEqual(PLATFORMS)
  expect(metrics({ X_METRICS: 'on', METRICS: 'off' })).toEqual([])
  expect(faultsOf({ METRICS: 'yes', X_METRICS: '1' })).toEqual([
    'METRICS is neither on nor off',
    'X_METRICS is neither on nor off',
  ])
})

test('finds ffmpeg on PATH or by FFMPEG_PATH, and warns if it is missing although video conversion is on', () => {
  const own = join(dataDir, 'ffmpeg')
  writeFileSync(own, '#!/bin/sh\n', { mode: 0o755 })
  const copies = (given: Record<string, string>) => {
    const { videoCopies, ffmpeg, warnings } = readConfig({ DATA_DIR: dataDir, ...given })
    return { videoCopies, ffmpeg, warnings: warnings.filter((line) => line.startsWith('VIDEO_COPIES')).length }
  }
  const PATH = `/nowhere:${dataDir}`
  expect(copies({ PATH })).toEqual({ videoCopies: false, ffmpeg: undefined, warnings: 0 })
  expect(copies({ PATH, VIDEO_COPIES: 'on' })).toEqual({ videoCopies: true, ffmpeg: own, warnings: 0 })
  expect(copies({ FFMPEG_PATH: own, VIDEO_COPIES: 'on' })).toEqual({ videoCopies: true, ffmpeg: own, warnings: 0 })
  expect(copies({ VIDEO_COPIES: 'on' })).toEqual({ videoCopies: true, ffmpeg: undefined, warnings: 1 })
  chmodSync(own, 0o644)
  expect(copies({ FFMPEG_PATH: own, VIDEO_COPIES: 'on' })).toMatchObject({ ffmpeg: undefined, warnings: 1 })
  // Only workers convert videos, so a web process without ffmpeg gets no warning.
  const web = { ROLE: 'web', DATABASE_URL: 'postgres://localhost/frogy', VIDEO_COPIES: 'on' }
  expect(copies(web)).toEqual({ videoCopies: true, ffmpeg: undefined, warnings: 0 })
  expect(faultsOf({ VIDEO_COPIES: 'true' })).toEqual(['VIDEO_COPIES is neither on nor off'])
})

test('reads bucket, region and endpoint from STORAGE_URL', () => {
  const storage = (STORAGE_URL: string) => readConfig({ DATA_DIR: dataDir, STORAGE_URL }).storage
  expect(storage('')).toBeUndefined()
  expect(storage('s3://frogy-pictures')).toMatchObject({ bucket: 'frogy-pictures' })
  expect(storage('s3://frogy?region=eu-central-1&endpoint=http://127.0.0.1:9000')).toEqual({
    bucket: 'frogy',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9000',
  })
})

test('reads OAuth scopes separated by spaces or commas, and names an invalid scope in the error', () => {
  const config = readConfig({
    DATA_DIR: dataDir,
    FACEBOOK_SCOPES: 'read_insights,  business_management',
    FACEBOOK_CLIENT_ID: '1',
    FACEBOOK_CLIENT_SECRET: '2',
    THREADS_SCOPES: 'threads_delete',
  })
  expect(config.platforms.facebook?.scopes).toEqual(['read_insights', 'business_management'])
  expect(config.scopes).toMatchObject({ threads: ['threads_delete'], linkedin: [] })
  expect(faultsOf({ LINKEDIN_VERSION: '202613', GRAPH_VERSION: '26' })).toEqual([
    'LINKEDIN_VERSION is no month such as 202609',
    'GRAPH_VERSION is no version such as v26.0',
  ])
  expect(faultsOf({ TWITTER_SCOPES: 'tweet.read&x=1' })).toEqual([
    'TWITTER_SCOPES contains invalid permission names: tweet.read&x=1',
  ])
})

test('normalizes and deduplicates allowed private hosts', () => {
  const given = 'LOCALHOST:4000, 127.1:80,[0:0::1]:8080 ,localhost:4000,مثال.example:443,'
  expect(readConfig({ DATA_DIR: dataDir, EXTRACT_ALLOW_HOSTS: given }).extractAllowHosts).toEqual([
    'localhost:4000',
    '127.0.0.1:80',
    '[::1]:8080',
    'xn--mgbh0fb.example:443',
  ])
})

test('accepts trusted proxies as addresses or networks', () => {
  const given = '10.0.0.2, 172.16.0.0/12,fd00::/8 ,::1,'
  expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY: given }).trustProxy).toEqual([
    '10.0.0.2',
    '172.16.0.0/12',
    'fd00::/8',
    '::1',
  ])
})

describe('production', () => {
  const production = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1', ...environment })

  test('warns when no mail server is configured', () => {
    expect(production({ SMTP_URL: '' }).warnings).toContainEqual(
      expect.stringContaining('SMTP_URL is not set: Frogy sends no mail'),
    )
  })

  test('accepts an https PUBLIC_URL with a trusted proxy', () => {
    const warnings = (TRUST_PROXY: string) => production({ PUBLIC_URL: 'https://frogy.example', TRUST_PROXY }).warnings
    expect(warnings('10.0.0.2')).toEqual([])
    expect(warnings('')).toEqual(['TRUST_PROXY is not set: rate limits count all users behind your proxy as one'])
  })

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', ''])(
    'warns that the http PUBLIC_URL %j only works on this machine',
    (PUBLIC_URL) => {
      expect(production({ PUBLIC_URL }).warnings).toEqual([
        `PUBLIC_URL is ${PUBLIC_URL || 'http://localhost:3000'}: only this machine can sign in`,
      ])
    },
  )
})

describe('DATA_DIR', () => {
  const modeOf = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777
  /** Creates files that others can read in the data folder, as an older Frogy or a copy leaves them. */
  function leave(...names: string[]) {
    for (const name of names) {
      if (name.endsWith('/')) mkdirSync(join(dataDir, name), { recursive: true })
      else writeFileSync(join(dataDir, name), '')
      chmodSync(join(dataDir, name), name.endsWith('/') ? 0o777 : 0o666)
    }
    chmodSync(dataDir, 0o755)
  }

  test('restricts the permissions of an existing DATA_DIR and its content', () => {
    leave('db/', 'db/base', 'media/', 'outbox/', 'outbox/1.eml', 'simulator.json', 'frogy.lock')
    expect(readConfig({ DATA_DIR: dataDir, APP_SECRET: SECRET }).warnings).toEqual([])
    expect(modeOf()).toBe(0o700)
    expect(['db', 'media', 'outbox'].map((name) => modeOf(name))).toEqual([0o700, 0o700, 0o700])
    expect(['simulator.json', 'frogy.lock', 'outbox/1.eml'].map((name) => modeOf(name))).toEqual([0o600, 0o600, 0o600])
  })

  test('keeps the permissions of a DATA_DIR that has files of other programs, and warns', () => {
    leave('db/', 'letters/', 'letters/mine')
    expect(readConfig({ DATA_DIR: dataDir }).warnings).toEqual([
      `DATA_DIR holds more than Frogy's own and can be looked into by other users of this machine: ${dataDir}`,
    ])
    expect([modeOf(), modeOf('letters'), modeOf('letters', 'mine')]).toEqual([0o755, 0o777, 0o666])
    expect([modeOf('db'), modeOf('secret')]).toEqual([0o700, 0o600])
  })

  test('keeps the permissions of a shared folder such as /tmp, even when it is empty', () => {
    chmodSync(dataDir, 0o1777)
    expect(readConfig({ DATA_DIR: dataDir }).warnings).toHaveLength(1)
    expect([modeOf(), modeOf('secret')]).toEqual([0o777, 0o600])
  })

  test('does not change the rights of a folder to which a symbolic link in the data folder leads', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'frogy-elsewhere-'))
    try {
      chmodSync(elsewhere, 0o755)
      symlinkSync(elsewhere, join(dataDir, 'media'))
      readConfig({ DATA_DIR: dataDir })
      expect(statSync(elsewhere).mode & 0o777).toBe(0o755)
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  })

  test('leaves no file in the data folder that others can read after Frogy has run', async () => {
    chmodSync(dataDir, 0o755)
    await using frogy = await startProcess({ DATA_DIR: dataDir, SIMULATOR_PORT: '0' })
    const person = await new Person(frogy.url).register()
    await person.call('POST /api/forgot-password', { body: { email: person.user?.email ?? '' } })
    await mailTo(dataDir, person.user?.email ?? '')
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    // Skip the embedded database's files, whose permissions the database sets. Their folder is closed to other users.
    const open = names.filter((name) => !name.startsWith('db/') && modeOf(name) & 0o077)
    expect(open).toEqual([])
    expect(modeOf()).toBe(0o700)
  })

  test.each(['/proc', '/proc/frogy', '/proc/self/frogy', '/dev/null/frogy'])(
    'reports the unusable DATA_DIR %s in one line',
    (path) => {
      for (const environment of [{}, { APP_SECRET: SECRET }] as Record<string, string>[])
        expect(faultsOf({ DATA_DIR: path, ...environment })).toEqual([
          expect.stringMatching(new RegExp(`^DATA_DIR cannot be used: ${path} \\(E[A-Z]+\\)$`)),
        ])
    },
  )
})

describe('the generated secret', () => {
  test('creates the secret once, readable by its owner only', () => {
    const first = readConfig({ DATA_DIR: dataDir }).secrets
    expect(first[0].length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dataDir }).secrets).toEqual(first)
    expect(readdirSync(dataDir)).toEqual(['secret'])
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('generates a different secret for each installation', () => {
    expect(readConfig({ DATA_DIR: join(dataDir, 'a') }).secrets).not.toEqual(
      readConfig({ DATA_DIR: join(dataDir, 'b') }).secrets,
    )
    expect(statSync(join(dataDir, 'a')).mode & 0o777).toBe(0o700)
  })

  test('generates no secret when APP_SECRET is set', () => {
    expect(
      readConfig({ DATA_DIR: dataDir, APP_SECRET: SECRET, APP_SECRET_PREVIOUS: `older ${SECRET}` }).secrets,
    ).toEqual([SECRET, `older ${SECRET}`])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('refuses a damaged secret file', () => {
    writeFileSync(join(dataDir, 'secret'), 'short')
    expect(faultsOf({})).toEqual([expect.stringMatching(/^DATA_DIR holds a damaged secret/)])
  })

  test('reports a DATA_DIR that is not a folder', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    for (const path of [file, join(file, 'inside')]) {
      expect(faultsOf({ DATA_DIR: path })).toEqual([expect.stringMatching(/^DATA_DIR .*file/)])
      expect(faultsOf({ DATA_DIR: path, APP_SECRET: SECRET })).toEqual([expect.stringMatching(/^DATA_DIR .*file/)])
    }
  })
})

describe('configuration errors', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT is not a number'],
    [{ PORT: '80.5' }, 'PORT is not a whole number'],
    [{ PORT: '70000' }, 'PORT is not a port (0 to 65535)'],
    [{ PUBLIC_URL: 'frogy.example' }, 'PUBLIC_URL is not an http or https address'],
    ...[
      'https://frogy.example?x=1',
      'https://frogy.example/app?x',
      'https://frogy.example#x',
      'https://me@frogy.example',
      'https://me:secret@frogy.example/app',
      'https://frogy.example//app',
      'https://frogy.example/a//b',
      'https://frogy.example/a/../b',
      'https://frogy.example/./a',
      'https://frogy.example/.well-known',
      'https://frogy.example/%66rogy',
      'https://frogy.example/a b',
      'https://frogy.example/ضفدع',
      'https://frogy.example/a;b',
      'https://frogy.example\\app',
    ].map((PUBLIC_URL): [Record<string, string>, string] => [
      { PUBLIC_URL },
      'PUBLIC_URL is not an address such as https://frogy.example.com or https://example.com/frogy',
    ]),
    [
      { PUBLIC_URL: 'http://frogy.example', NODE_ENV: 'production' },
      'PUBLIC_URL is http. NODE_ENV=production needs an https address',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is none of production, development, test'],
    ...['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0', 'fd00::/129', '10.0.0.1:80'].map(
      (TRUST_PROXY): [Record<string, string>, string] => [
        { TRUST_PROXY },
        `TRUST_PROXY contains invalid addresses or networks: ${TRUST_PROXY}`,
      ],
    ),
    [{ DATABASE_URL: 'mysql://localhost/frogy' }, 'DATABASE_URL is not a postgres:// address'],
    [{ APP_SECRET: 'short' }, 'APP_SECRET is shorter than 32 characters'],
    [{ APP_SECRET: 'a'.repeat(64) }, 'APP_SECRET repeats a few characters and is easy to guess'],
    [{ APP_SECRET: '1234'.repeat(16) }, 'APP_SECRET repeats a few characters and is easy to guess'],
    [{ APP_SECRET: SECRET, APP_SECRET_PREVIOUS: 'short' }, 'APP_SECRET_PREVIOUS is shorter than 32 characters'],
    [{ ROLE: 'boss' }, 'ROLE is none of all, web, worker'],
    [{ ROLE: 'worker' }, 'ROLE=worker needs DATABASE_URL: the embedded database serves one process only'],
    [{ LINKEDIN_CLIENT_ID: 'x' }, 'LINKEDIN_CLIENT_SECRET is missing, but LINKEDIN_CLIENT_ID is set'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID is missing, but GOOGLE_CLIENT_SECRET is set'],
    [{ ...OIDC, OIDC_ISSUER: 'id.example.com' }, 'OIDC_ISSUER is not an http or https address'],
    [
      { ...OIDC, OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER is http: others on the network could change its responses',
    ],
    [
      { ...OIDC, OIDC_ISSUER: 'https://id.example.com/.well-known/openid-configuration' },
      'OIDC_ISSUER is more than the issuer: leave out /.well-known/… and what follows ? or #',
    ],
    [{ OIDC_ISSUER: OIDC.OIDC_ISSUER }, 'OIDC_CLIENT_ID is missing, but OIDC_ISSUER is set'],
    [
      { OIDC_CLIENT_ID: 'frogy', OIDC_ISSUER: OIDC.OIDC_ISSUER },
      'OIDC_CLIENT_SECRET is missing, but OIDC_CLIENT_ID is set',
    ],
    [{ OIDC_DOMAINS: 'example.com' }, 'OIDC_ISSUER is missing, but OIDC_DOMAINS is set'],
    [{ ...OIDC, OIDC_DOMAINS: 'example.com, exam ple, @' }, 'OIDC_DOMAINS contains invalid domains: exam ple, @'],
    [{ ...OIDC, OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME is longer than 40 characters'],
    ...['0', '-1', '1.5', 'much'].map((STORAGE_QUOTA_MB): [Record<string, string>, string] => [
      { STORAGE_QUOTA_MB },
      `STORAGE_QUOTA_MB ${['0', '-1'].includes(STORAGE_QUOTA_MB) ? 'is less than 1' : 'is not a whole number'}`,
    ]),
    [{ AI_BUDGET_TOTAL: '0' }, 'AI_BUDGET_TOTAL is no amount in dollars above zero'],
    [{ AI_BUDGET_PER_PERSON: '5 USD' }, 'AI_BUDGET_PER_PERSON is no amount in dollars'],
    [{ SIMULATOR: 'maybe' }, 'SIMULATOR is none of auto, on, off'],
    [{ SMTP_URL: 'localhost' }, 'SMTP_URL is not an smtp:// address'],
    [{ STORAGE_URL: 'https://bucket' }, 'STORAGE_URL is not an s3:// address'],
    ...[
      's3://?region=eu-central-1',
      's3://key:secret@bucket',
      's3://bucket/folder',
      's3://bucket?regoin=eu',
      's3://bucket?endpoint=localhost:9000',
    ].map((STORAGE_URL): [Record<string, string>, string] => [
      { STORAGE_URL },
      'STORAGE_URL is not of the form s3://bucket?region=…&endpoint=https://…',
    ]),
    [{ REGISTRATION: 'half' }, 'REGISTRATION is neither open nor closed'],
    [{ ADMIN_EMAILS: 'boss@example.com, layla' }, 'ADMIN_EMAILS contains invalid email addresses: layla'],
    [
      { EXTRACT_ALLOW_HOSTS: 'localhost, a.example:80, ::1:3000, http://b.example:80, c.example:0, d@e.example:80' },
      'EXTRACT_ALLOW_HOSTS contains invalid host:port pairs: localhost, ::1:3000, http://b.example:80, c.example:0, d@e.example:80',
    ],
    [{ RATE_LIMITS: 'off', NODE_ENV: 'production' }, 'RATE_LIMITS=off is refused with NODE_ENV=production'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent'],
  ] as [Record<string, string>, string][])('reports the invalid environment %o in one line', (environment, line) => {
    expect(faultsOf(environment)).toEqual([line])
  })

  test('reports all errors of the environment together', () => {
    const faults = faultsOf({
      PORT: 'abc',
      ROLE: 'web',
      RATE_LIMITS: 'off',
      NODE_ENV: 'production',
      TWITTER_CLIENT_ID: 'x',
      SIMULATOR: 'maybe',
      APP_SECRET: 'short',
    })
    expect(faults.map((line) => /^\w+/.exec(line)?.[0] ?? line).toSorted()).toEqual([
      'APP_SECRET',
      'PORT',
      'RATE_LIMITS',
      'ROLE',
      'SIMULATOR',
      'TWITTER_CLIENT_SECRET',
    ])
  })

  test('exits with code 1 after printing every error, without starting', async () => {
    const place = join(dataDir, 'never')
    const { code, output } = await start({ DATA_DIR: place, PORT: 'abc', ROLE: 'worker', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(output.trim().split('\n').toSorted()).toEqual([
      'LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent',
      'PORT is not a number',
      'ROLE=worker needs DATABASE_URL: the embedded database serves one process only',
    ])
    expect(existsSync(place)).toBe(false)
  })
})

describe('unusable settings', () => {
  const end = async (environment: Record<string, string>) =>
    await start({ DATA_DIR: dataDir, PORT: '0', SIMULATOR: 'off', ...environment })

  test.each(['localhost', '127.0.0.1'])(
    'reports an unreachable DATABASE_URL at %s in one line and serves nothing',
    async (host) => {
      const port = await freePort()
      const { code, output } = await end({ DATABASE_URL: `postgres://frogy:kept%20quiet@${host}:${port}/posts` })
      expect(code).toBe(1)
      expect(output.trim()).toMatch(
        new RegExp(`^DATABASE_URL cannot be used: ${host}:${port}/posts \\(.*ECONNREFUSED.*\\)$`),
      )
      expect(output).not.toContain('quiet')
    },
  )

  test.each(['203.0.113.7', 'nowhere.invalid', '127.0.0.1:80'])(
    'reports the HOST %s, which this machine does not have, in one line and serves nothing',
    async (host) => {
      const { code, output } = await end({ HOST: host })
      expect(code).toBe(1)
      expect(output.trim()).toMatch(new RegExp(`^HOST is no address of this machine: ${host} \\(\\w+\\)$`))
      expect(existsSync(join(dataDir, 'db'))).toBe(false)
    },
  )

  test('reports a DATA_DIR below /proc in one line and serves nothing', async () => {
    const { code, output } = await end({ DATA_DIR: '/proc/frogy' })
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output: 'DATA_DIR cannot be used: /proc/frogy (ENOENT)',
    })
  })
})

describe('a second Frogy in the same folder', () => {
  const quiet = () => readConfig({ DATA_DIR: dataDir, PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'silent' })

  test('refuses to start a second Frogy, and leaves the first one running', async () => {
    await using first = await openApp(quiet())
    const { code, output } = await start({ DATA_DIR: dataDir, PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'silent' })
    expect(code).toBe(1)
    expect(output).toContain(`${dataDir} is in use by another Frogy.`)
    expect(output).not.toContain('Frogy is at')
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('starts a second Frogy after the first one has stopped', async () => {
    await (await openApp(quiet()))[Symbol.asyncDispose]()
    await using second = await openApp(quiet())
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  })
})

describe('.env.example', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const defaults = [...example.matchAll(/^#([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
  const examples = [...example.matchAll(/^# Example: ([A-Z][A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])

  test('documents in .env.example exactly the variables that Frogy reads', () => {
    expect(new Set(defaults.map(([name]) => name))).toEqual(new Set(VARIABLES.filter((name) => name !== 'NODE_ENV')))
    expect(defaults).toHaveLength(VARIABLES.length - 1)
    for (const block of example.trim().split('\n\n')) expect(block).toMatch(/^# [A-Za-z]/)
  })

  test('shows the default in each commented line of .env.example', () => {
    const config = readConfig({ DATA_DIR: dataDir })
    // Leave out BLUESKY_SERVER: setting it, even to its default, connects Frogy to the real network.
    const unset = defaults.filter(([name]) => name !== 'DATA_DIR' && name !== 'BLUESKY_SERVER')
    for (const [name = '', value] of unset)
      expect({ name, ...readConfig({ DATA_DIR: dataDir, [name]: value }) }).toEqual({ name, ...config })
    expect(readConfig({ ...Object.fromEntries(unset), DATA_DIR: dataDir })).toEqual(config)
  })

  test('shows valid examples in .env.example', () => {
    for (const [name = '', value = ''] of examples) expect([name, faultsOf({ [name]: value })]).toEqual([name, []])
  })
})

describe('.env', () => {
  /** Starts `npm run serve` in a folder with this `.env`. */
  const serveIn = (text: string | Buffer, environment: Record<string, string> = {}) => {
    writeFileSync(join(dataDir, '.env'), text)
    return start({ DATA_DIR: join(dataDir, 'data'), ...environment }, { program: 'frogy.mjs', cwd: dataDir })
  }

  // The file contains invalid values: their error messages prove that Frogy read it.
  test('reads .env from the working folder', async () => {
    const { code, output } = await serveIn('# Settings\r\nexport PORT="70000"\r\nROLE=cook # a typo\r\n')
    expect(code).toBe(1)
    expect(output).toContain('PORT is not a port (0 to 65535)\nROLE is none of all, web, worker')
  })

  test('prefers the environment to .env, even for empty variables', async () => {
    const { output } = await serveIn('PORT=70000\nROLE=cook\nLOG_LEVEL=loud\n', { PORT: '0', ROLE: '' })
    expect(output).not.toMatch(/PORT|ROLE/)
    expect(output).toContain('LOG_LEVEL is none of')
  })

  test('reads an .env that begins with a byte order mark', async () => {
    expect((await serveIn('\uFEFFPORT=70000\n')).output).toContain('PORT is not a port')
  })

  test.each<[string, string | Buffer, string]>([
    ['quotation marks', 'MAIL_FROM="a b"\n', 'a b'],
    ['single quotation marks and a comment', "MAIL_FROM='a # b' # c\n", 'a # b'],
    ['several lines', 'MAIL_FROM="a\nb"\nPORT=1\n', 'a\nb'],
    ['a line break as \\n', 'MAIL_FROM="a\\nb"\n', 'a\nb'],
    ['escaped quotation marks', 'MAIL_FROM="a \\"b\\""\n', 'a "b"'],
    ['blanks around it', '  export\tMAIL_FROM = a b \t\n', 'a b'],
    ['a comment behind it', 'MAIL_FROM=a b # c\n', 'a b'],
    ['only a comment', 'MAIL_FROM= # c\n', ''],
    ['a number sign inside', 'MAIL_FROM=smtp://a:b#c@d\n', 'smtp://a:b#c@d'],
    ['an equals sign and quotation marks inside', `MAIL_FROM=it's "a"=b\n`, `it's "a"=b`],
    ['an open quotation mark', 'PORT="1\nMAIL_FROM=a\n', 'a'],
    ['a later line of the same name', 'MAIL_FROM=a\n#MAIL_FROM=c\nMAIL_FROM=b', 'b'],
    ['line ends of Windows', 'PORT=1\r\nMAIL_FROM=a\r\n', 'a'],
    ['line ends of old Macs', 'PORT=1\rMAIL_FROM=a\r', 'a'],
    ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFMAIL_FROM=منى\r\n', 'utf16le'), 'منى'],
    ['UTF-16 in the other byte order', Buffer.from('\uFEFFMAIL_FROM=a\n', 'utf16le').swap16(), 'a'],
  ])('reads a variable in an .env file with %s', async (_what, text, value) => {
    const program = pathToFileURL(join(ROOT, 'bin', 'env-file.js')).href
    const { loadEnvFile } = (await import(program)) as { loadEnvFile(folder: string, environment: object): void }
    writeFileSync(join(dataDir, '.env'), text)
    const read: Record<string, string> = {}
    loadEnvFile(dataDir, read)
    expect(read['MAIL_FROM']).toBe(value)
  })

  test('reports an unreadable .env in one line', async () => {
    mkdirSync(join(dataDir, '.env'))
    const { code, output } = await start({}, { program: 'frogy.mjs', cwd: dataDir })
    expect(code).toBe(1)
    expect(output).toBe(`${join(dataDir, '.env')} cannot be read (EISDIR)\n`)
  })

  test('starts Frogy with an .env filled in from .env.example', async () => {
    const [port, simulator] = [await freePort(), await freePort()]
    const filled = readFileSync(join(ROOT, '.env.example'), 'utf8')
      .replace('#PORT=3000', `PORT=${port}`)
      .replace('#SIMULATOR_PORT=3001', `SIMULATOR_PORT=${simulator}`)
      .replace('#DATA_DIR=./.data', 'DATA_DIR=./.data')
      .replace('#LOG_LEVEL=info', 'LOG_LEVEL=warn')
    writeFileSync(join(dataDir, '.env'), filled)
    const child = spawn(process.execPath, [join(ROOT, 'bin', 'frogy.mjs'), 'serve'], {
      cwd: dataDir,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text
      if (output.includes('The simulated networks are at')) break
    }
    await eventually(async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200))
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(output).toContain(`Frogy is at http://localhost:${port}`)
    expect(existsSync(join(dataDir, '.data', 'secret'))).toBe(true)
  })
})

/** Starts Frogy like `npm run serve` and waits for its end. */
async function start(
  environment: Record<string, string>,
  { program = 'start.js', cwd = ROOT }: { program?: string; cwd?: string } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'bin', program), ...(program === 'start.js' ? [] : ['serve'])], {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
