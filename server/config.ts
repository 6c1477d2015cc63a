import { join, resolve } from 'node:path'
import { z } from 'zod'
import { EMAIL_PATTERN, normalizedEmail } from '#core/people/email.ts'
import { MODEL_PRICES, type AiPrices } from './model-prices.ts'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { serverRulesOf } from '#core/platforms/server-rules.ts'
import { PINNED_VERSIONS, type ApiVersions } from './adapters/platforms/api-versions.ts'
import { ConfigError } from './config-error.ts'
import { readOrMakeSecret, openDataDir } from './db/data-dir.ts'
import { findProgram } from './find-program.ts'
import { isLoopback } from './http/address.ts'
import {
  addresses,
  atLeastOne,
  backupEvery,
  backupPlace,
  bucketUrl,
  dollars,
  domainNames,
  hostPorts,
  httpUrl,
  issuerUrl,
  names,
  otelHeaders,
  port,
  prices,
  proxies,
  scopeNames,
  secret,
  siteUrl,
  text,
  type BackupPlace,
  type BackupTimes,
  type StorageConfig,
} from './variable-formats.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const NODE_ENVS = ['production', 'development', 'test'] as const

const prefixOf = (platform: Platform) => platform.toUpperCase() as Uppercase<Platform>

/** The variables of each network's app, such as `LINKEDIN_CLIENT_ID`, or of a network with a form: `BLUESKY_SERVER`. */
const NETWORK_VARIABLES = Object.fromEntries(
  PLATFORMS.flatMap((platform): [string, z.ZodType][] => {
    const prefix = prefixOf(platform)
    if (connectFormOf(platform))
      return [
        [`${prefix}_SERVER`, httpUrl.optional()],
        [`${prefix}_BASE_URL`, httpUrl.optional()],
      ]
    return [
      [`${prefix}_CLIENT_ID`, text.optional()],
      [`${prefix}_CLIENT_SECRET`, text.optional()],
      [`${prefix}_BASE_URL`, httpUrl.optional()],
      [`${prefix}_SCOPES`, scopeNames.optional()],
    ]
  }),
) as Record<
  `${Uppercase<Platform>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'BASE_URL' | 'SERVER'}`,
  z.ZodOptional<typeof text>
> &
  Record<`${Uppercase<Platform>}_SCOPES`, z.ZodOptional<typeof scopeNames>>

/** All environment variables of Frogy. A test compares them with `.env.example`. */
const Environment = z.object({
  NODE_ENV: z.enum(NODE_ENVS, `is none of ${NODE_ENVS.join(', ')}`).optional(),
  HOST: text.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: siteUrl.optional(),
  TRUST_PROXY: proxies.default([]),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  DATA_DIR: text.default('./.data'),
  APP_SECRET: secret.optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'is shorter than 32 characters').optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'is none of all, web, worker').default('all'),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: text.default('gpt-6.1-terra'),
  ANTHROPIC_API_KEY: text.optional(),
  ANTHROPIC_BASE_URL: httpUrl.optional(),
  ANTHROPIC_MODEL: text.default('claude-sonnet-5-5'),
  ...NETWORK_VARIABLES,
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d\d(?:0[1-9]|1[0-2])$/, 'is no month such as 202609')
    .default(PINNED_VERSIONS.linkedin),
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'is no version such as v26.0')
    .default(PINNED_VERSIONS.graph),
  PUBLISHING: z.enum(['on', 'held'], 'is neither on nor held').default('on'),
  SIMULATOR: z.enum(['auto', 'on', 'off'], 'is none of auto, on, off').default('auto'),
  SIMULATOR_HOST: text.default('127.0.0.1'),
  SIMULATOR_PORT: port.optional(),
  SIMULATOR_AUTO_CONSENT: z.enum(['0', '1'], 'is neither 0 nor 1').default('0'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: httpUrl.optional(),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, 'is longer than 40 characters').optional(),
  OIDC_DOMAINS: domainNames.default([]),
  OIDC_GROUPS: names.default([]),
  OIDC_GROUPS_CLAIM: text.default('groups'),
  REGISTRATION: z.enum(['open', 'closed'], 'is neither open nor closed').default('open'),
  ADMIN_EMAILS: addresses.default([]),
  CONTACT_EMAIL: z
    .string()
    .overwrite(normalizedEmail)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'is not an email address' }))
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp:// address' }).optional(),
  MAIL_FROM: text.default('Frogy <frogy@localhost>'),
  STORAGE_URL: bucketUrl.optional(),
  STORAGE_QUOTA_MB: atLeastOne.max(1_000_000_000, 'is more than a billion').optional(),
  VIDEO_COPIES: z.enum(['on', 'off'], 'is neither on nor off').default('off'),
  FFMPEG_PATH: text.default('ffmpeg'),
  EXTRACT_ALLOW_HOSTS: hostPorts.default([]),
  RATE_LIMITS: z.enum(['on', 'off'], 'is neither on nor off').default('on'),
  AI_DAILY_LIMIT: atLeastOne.default(200),
  AI_PRICES: prices.default(new Map(MODEL_PRICES)),
  AI_BUDGET_PER_PERSON: dollars.optional(),
  AI_BUDGET_TOTAL: dollars.optional(),
  GUEST_AI: z.enum(['on', 'off'], 'is neither on nor off').default('off'),
  METRICS: z.enum(['on', 'off'], 'is neither on nor off').default('on'),
  BACKUP_EVERY: backupEvery.optional(),
  BACKUP_KEEP: atLeastOne.default(14),
  BACKUP_TO: backupPlace.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'is shorter than 12 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'is shorter than 16 characters').optional(),
  X_METRICS: z.enum(['on', 'off'], 'is neither on nor off').default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otelHeaders.default({}),
  OTEL_SERVICE_NAME: text.default('frogy'),
  SLOW_QUERY_MS: atLeastOne.optional(),
  LOG_FORMAT: z.enum(['json', 'pretty'], 'is neither json nor pretty').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `is none of ${LOG_LEVELS.join(', ')}`).default('info'),
})

/** Errors that concern several variables. Zod skips such checks when one variable is invalid, so they are separate. */
function crossVariableErrors(given: Partial<Record<string, string>>): string[] {
  const faults: string[] = []
  if ((given.ROLE === 'web' || given.ROLE === 'worker') && !given.DATABASE_URL)
    faults.push(`ROLE=${given.ROLE} needs DATABASE_URL: the embedded database serves one process only`)
  if (given.RATE_LIMITS === 'off' && given.NODE_ENV === 'production')
    faults.push('RATE_LIMITS=off is refused with NODE_ENV=production')
  if (given.NODE_ENV === 'production' && isUnencrypted(given.PUBLIC_URL))
    faults.push('PUBLIC_URL is http. NODE_ENV=production needs an https address')
  if (isUnencrypted(given.GOOGLE_ISSUER))
    faults.push('GOOGLE_ISSUER is http: others on the network could change its responses')
  if (isUnencrypted(given.OIDC_ISSUER))
    faults.push('OIDC_ISSUER is http: others on the network could change its responses')
  if (given.OIDC_ISSUER && !given.OIDC_CLIENT_ID) faults.push('OIDC_CLIENT_ID is missing, but OIDC_ISSUER is set')
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_DOMAINS', 'OIDC_GROUPS'])
    if (given[name] && !given.OIDC_ISSUER) faults.push(`OIDC_ISSUER is missing, but ${name} is set`)
  for (const name of [...PLATFORMS.map(prefixOf), 'GOOGLE', 'OIDC']) {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
    if (given[id] && !given[secret]) faults.push(`${secret} is missing, but ${id} is set`)
    if (given[secret] && !given[id]) faults.push(`${id} is missing, but ${secret} is set`)
  }
  return faults
}

/** Whether users would sign in over an unencrypted network. */
function isUnencrypted(publicUrl: string | undefined): boolean {
  const url = URL.parse(publicUrl ?? '')
  return url?.protocol === 'http:' && !isLoopback(url.host)
}

interface PlatformConfig {
  clientId: string
  clientSecret: string
  /** OAuth scopes to request in addition to the scopes for posting. */
  scopes: string[]
  /** A base URL that replaces the platform's own hosts. */
  baseUrl: string | undefined
  /** The server that `<NETWORK>_SERVER` sets, for networks with a form. */
  server?: string | undefined
  simulated: boolean
}

/** The OpenID Connect provider of this installation. */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name on the sign-in button. */
  name: string
  /** Users with a verified address in one of these domains get an account. */
  domains: string[]
  /** Users in one of these groups get an account. If set, users who match no rule cannot sign in. */
  groups: string[]
  groupsClaim: string
}

export interface AiConfig {
  apiKey: string | undefined
  baseUrl: string | undefined
  model: string
}

/** An OpenTelemetry collector that accepts OTLP over HTTP. */
export interface TracingConfig {
  endpoint: string
  headers: Record<string, string>
  service: string
}

export interface BackupConfig {
  times: BackupTimes | undefined
  keep: number
  to: BackupPlace
  passphrase: string | undefined
}

export interface Config {
  isProduction: boolean
  role: 'all' | 'web' | 'worker'
  host: string
  port: number
  publicUrl: string
  /** Addresses and networks of trusted proxies. */
  trustProxy: string[]
  databaseUrl: string | undefined
  dataDir: string
  /** The first secret encrypts and signs; all of them decrypt and verify. */
  secrets: readonly [string, ...string[]]
  openai: AiConfig
  anthropic: AiConfig
  /** Configured platforms. `withSimulator` adds the simulated ones at start-up. */
  platforms: Partial<Record<Platform, PlatformConfig>>
  versions: ApiVersions
  /** OAuth scopes to request in addition to the scopes for posting. */
  scopes: Record<Platform, string[]>
  /** `google` simulates Google sign-in. It is off in production, because anyone could sign in as any user. */
  simulator: { platforms: Platform[]; google: boolean; host: string; port: number; autoConsent: boolean }
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  oidc: OidcConfig | undefined
  registration: 'open' | 'closed'
  adminEmails: string[]
  /** The contact for privacy requests. */
  contactEmail: string | null
  smtpUrl: string | undefined
  mailFrom: string
  /** `host:port` pairs from which Frogy may read articles, even at private addresses. */
  extractAllowHosts: string[]
  /** The bucket for media. If undefined, media are in DATA_DIR. */
  storage: StorageConfig | undefined
  /** The maximum total size of a user's photos, videos and documents in bytes. Undefined without a limit. */
  storageLimitBytes: number | undefined
  /** Whether Frogy offers to convert videos so that more networks accept them. */
  videoCopies: boolean
  /** The path of ffmpeg. Undefined if this process converts no videos. */
  ffmpeg: string | undefined
  rateLimits: boolean
  /** AI calls per user and day. */
  aiDailyLimit: number
  aiPrices: AiPrices
  /** The maximum cost of model answers per month, in millionths of a dollar. Undefined without a limit. */
  aiBudgets: { perPersonMicros: number | undefined; totalMicros: number | undefined }
  /** Whether a model writes for visitors without an account. */
  guestAi: boolean
  /** Whether publishing is held at start until an administrator releases it. */
  isPublishingHeld: boolean
  backup: BackupConfig
  /** Platforms to read metrics from. */
  metrics: Platform[]
  /** The bearer token for `/metrics`. If undefined, only requests from this machine are allowed. */
  metricsToken: string | undefined
  /** The destination of traces of posts. If undefined, Frogy creates no traces. */
  tracing: TracingConfig | undefined
  /** Frogy logs statements that take longer than this. If undefined, it logs no statements. */
  slowQueryMs: number | undefined
  logFormat: 'json' | 'pretty'
  /**
   * Whether Frogy prints its start-up lines as JSON. Otherwise they are text, which programs that start Frogy may
   * parse.
   */
  printsJson: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Warnings for the administrator, one line each. */
  warnings: string[]
}

export const VARIABLES = Object.keys(Environment.shape)

/**
 * Reads the environment. Empty variables count as unset. Creates DATA_DIR, and a secret in it when APP_SECRET is unset.
 * @throws ConfigError with all errors
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given, { jitless: true })
  const single = parsed.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? []
  const faults = [...new Set([...single, ...crossVariableErrors(given)])]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const logFormat = env.LOG_FORMAT ?? (isProduction || !process.stdout.isTTY ? 'json' : 'pretty')
  const usesSimulator = env.SIMULATOR === 'on' || (env.SIMULATOR === 'auto' && !isProduction)
  const platforms: Config['platforms'] = {}
  const scopes = Object.fromEntries(
    PLATFORMS.map((platform) => [platform, env[`${prefixOf(platform)}_SCOPES`] ?? []]),
  ) as Config['scopes']
  for (const platform of PLATFORMS) {
    const prefix = prefixOf(platform)
    const [clientId, clientSecret] = [env[`${prefix}_CLIENT_ID`], env[`${prefix}_CLIENT_SECRET`]]
    const [baseUrl, server] = [env[`${prefix}_BASE_URL`], env[`${prefix}_SERVER`]]
    const isReal = connectFormOf(platform) ? !usesSimulator || server : clientId && clientSecret
    if (isReal)
      platforms[platform] = {
        clientId: clientId ?? '',
        clientSecret: clientSecret ?? '',
        scopes: scopes[platform],
        baseUrl,
        server,
        simulated: false,
      }
    else if (usesSimulator && baseUrl) platforms[platform] = simulatedPlatform(baseUrl, scopes[platform])
  }

  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const warnings = openDataDir(dataDir)
  if (isProduction && publicUrl.startsWith('http:'))
    warnings.push(`PUBLIC_URL is ${publicUrl}: only this machine can sign in`)
  // Frogy itself only serves http, so https implies a proxy.
  if (isProduction && publicUrl.startsWith('https:') && env.TRUST_PROXY.length === 0)
    warnings.push('TRUST_PROXY is not set: rate limits count all users behind your proxy as one')
  if (env.SMTP_URL === undefined && isProduction)
    warnings.push(
      'SMTP_URL is not set: Frogy sends no mail. Links for new accounts and passwords are in DATA_DIR/outbox',
    )
  const makesCopies = env.VIDEO_COPIES === 'on' && env.ROLE !== 'web'
  const ffmpeg = makesCopies ? findProgram(env.FFMPEG_PATH, environment.PATH) : undefined
  if (makesCopies && !ffmpeg)
    warnings.push(
      `VIDEO_COPIES is on, but ${env.FFMPEG_PATH} is not installed: Frogy makes no copies of videos. Install ffmpeg, or set FFMPEG_PATH`,
    )
  return {
    isProduction,
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    trustProxy: env.TRUST_PROXY,
    databaseUrl: env.DATABASE_URL,
    dataDir,
    secrets: [
      env.APP_SECRET ?? readOrMakeSecret(dataDir),
      ...(env.APP_SECRET_PREVIOUS ? [env.APP_SECRET_PREVIOUS] : []),
    ],
    openai: { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, model: env.OPENAI_MODEL },
    anthropic: { apiKey: env.ANTHROPIC_API_KEY, baseUrl: env.ANTHROPIC_BASE_URL, model: env.ANTHROPIC_MODEL },
    platforms,
    versions: { linkedin: env.LINKEDIN_VERSION, graph: env.GRAPH_VERSION },
    scopes,
    simulator: {
      platforms: usesSimulator ? PLATFORMS.filter((platform) => !platforms[platform]) : [],
      google: usesSimulator && !isProduction && !env.GOOGLE_CLIENT_ID,
      host: env.SIMULATOR_HOST,
      port: env.SIMULATOR_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
      autoConsent: env.SIMULATOR_AUTO_CONSENT === '1',
    },
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          }
        : undefined,
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            name: env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).hostname,
            domains: env.OIDC_DOMAINS,
            groups: env.OIDC_GROUPS,
            groupsClaim: env.OIDC_GROUPS_CLAIM,
          }
        : undefined,
    registration: env.REGISTRATION,
    adminEmails: env.ADMIN_EMAILS,
    contactEmail: env.CONTACT_EMAIL ?? null,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    extractAllowHosts: env.EXTRACT_ALLOW_HOSTS,
    storage: env.STORAGE_URL,
    storageLimitBytes: env.STORAGE_QUOTA_MB === undefined ? undefined : env.STORAGE_QUOTA_MB * 1_000_000,
    videoCopies: env.VIDEO_COPIES === 'on',
    ffmpeg,
    rateLimits: env.RATE_LIMITS === 'on',
    aiDailyLimit: env.AI_DAILY_LIMIT,
    aiPrices: env.AI_PRICES,
    aiBudgets: { perPersonMicros: env.AI_BUDGET_PER_PERSON, totalMicros: env.AI_BUDGET_TOTAL },
    guestAi: env.GUEST_AI === 'on',
    isPublishingHeld: env.PUBLISHING === 'held',
    backup: {
      times: env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
      to: env.BACKUP_TO ?? { folder: join(dataDir, 'backups') },
      passphrase: env.BACKUP_PASSPHRASE,
    },
    metrics: PLATFORMS.filter(
      (platform) => env.METRICS === 'on' && env[serverRulesOf(platform).metrics.switch] === 'on',
    ),
    metricsToken: env.METRICS_TOKEN,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS,
          service: env.OTEL_SERVICE_NAME,
        }
      : undefined,
    slowQueryMs: env.SLOW_QUERY_MS,
    logFormat,
    printsJson: logFormat === 'json' && (isProduction || env.LOG_FORMAT === 'json'),
    logLevel: env.LOG_LEVEL,
    warnings,
  }
}

/** Settings for simulated Google sign-in. */
export function simulatedGoogle(simulatorUrl: string): Config['google'] {
  return { clientId: 'frogy', clientSecret: 'simulated', issuer: `${simulatorUrl}/google` }
}

/**
 * Credentials for a simulated platform, which accepts any. It grants further scopes only to a client id like
 * `vetted-…`.
 */
export function simulatedPlatform(baseUrl: string, scopes: string[]): PlatformConfig {
  const clientId = scopes.length > 0 ? 'vetted-frogy' : 'frogy'
  return { clientId, clientSecret: 'simulated', scopes, baseUrl, simulated: true }
}
