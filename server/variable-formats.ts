import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { Email } from '#core/people/auth-contract.ts'
import { normalizedEmail } from '#core/people/email.ts'
import { MODEL_PRICES, type AiPrice } from './model-prices.ts'

// The formats of environment variables. An error message continues a sentence that begins with the variable's name,
// such as “is neither on nor off”.

export interface StorageConfig {
  bucket: string
  /** The bucket's region. If undefined, AWS's own settings apply. */
  region: string | undefined
  /** The URL of another server with the S3 API; undefined for AWS. */
  endpoint: string | undefined
}

/** Where backups are stored: a local folder, or a folder in a bucket. */
export type BackupPlace = { folder: string } | (StorageConfig & { prefix: string })

/** How often a backup is made. `at` is the local time of a daily backup. */
export interface BackupTimes {
  everyHours: number
  at: string | undefined
}

export const text = z.string().trim().min(1)
export const port = z.coerce
  .number('is not a number')
  .int('is not a whole number')
  .min(0)
  .max(65_535, 'is not a port (0 to 65535)')
export const atLeastOne = z.coerce.number('is not a whole number').int('is not a whole number').min(1, 'is less than 1')
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
/** A path of plain segments. Proxies and browsers could normalize other paths differently. */
const PLAIN_PATH = /^(?:\/[\w~-][\w.~-]*)*$/
/** An origin, or an origin with a path. */
export const siteUrl = httpUrl
  .refine(
    (text) => {
      const url = URL.parse(text)
      const [, path = ''] = /^\w+:\/\/[^/?#\\@]*(.*)$/.exec(text) ?? []
      return !url || (PLAIN_PATH.test(path) && url.href.replace(/\/$/, '') === url.origin + path)
    },
    { error: 'is not an address such as https://frogy.example.com or https://example.com/frogy' },
  )
  .transform((text) => URL.parse(text)?.href.replace(/\/$/, '') ?? text)
/** An issuer's exact URL, because the issuer in ID tokens must match it exactly. */
export const issuerUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .refine((url) => !/[?#]|\/\.well-known\//.test(url), {
    error: 'is more than the issuer: leave out /.well-known/… and what follows ? or #',
  })
const entriesOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
export const names = z.string().transform((list) => [...new Set(entriesOf(list))])
export const domainNames = names.transform((given, context) => {
  const emails = given.map((entry) => normalizedEmail(`someone@${entry.replace(/^@/, '')}`))
  const wrong = given.filter((_, at) => !Email.safeParse(emails[at]).success)
  if (wrong.length > 0) context.addIssue({ code: 'custom', message: `contains invalid domains: ${wrong.join(', ')}` })
  return emails.map((email) => email.slice('someone@'.length))
})
/** Rejects secrets with fewer than 8 different characters. A random secret of this length has a dozen or more. */
export const secret = z
  .string()
  .min(32, { error: 'is shorter than 32 characters', abort: true })
  .refine((text) => new Set(text).size >= 8, { error: 'repeats a few characters and is easy to guess' })
export const bucketUrl = z.url({ protocol: /^s3$/, error: 'is not an s3:// address' }).transform((given, context) => {
  const url = new URL(given)
  const { region, endpoint, ...others } = Object.fromEntries(url.searchParams)
  const rest = [url.username, url.port, url.pathname.replace('/', ''), ...Object.keys(others)].join('')
  if (url.hostname && !rest && (!endpoint || httpUrl.safeParse(endpoint).success))
    return { bucket: url.hostname, region, endpoint }
  context.addIssue({ code: 'custom', message: 'is not of the form s3://bucket?region=…&endpoint=https://…' })
  return z.NEVER
})
/** `s3://bucket/folder?region=…&endpoint=https://…`, or a folder of this machine. */
export const backupPlace = z.string().transform((given, context): BackupPlace => {
  if (!given.startsWith('s3:')) return { folder: resolve(given) }
  const url = URL.parse(given)
  const parsed = bucketUrl.safeParse(url && Object.assign(new URL(url), { pathname: '' }).href)
  if (url && parsed.success && /^[\w./-]*$/.test(url.pathname))
    return { ...parsed.data, prefix: url.pathname.replaceAll(/^\/+|\/+$/g, '') }
  context.addIssue({
    code: 'custom',
    message: 'is neither a folder nor s3://bucket/folder?region=…&endpoint=https://…',
  })
  return z.NEVER
})
const BACKUP_UNITS: Record<string, number> = { h: 1, d: 24 }
/** `24h`, `7d`, or a time of day such as `03:00`. */
export const backupEvery = z.string().transform((given, context): BackupTimes | undefined => {
  if (given === 'off') return undefined
  const [, amount, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(given) ?? []
  if (amount) return { everyHours: Number(amount) * (BACKUP_UNITS[unit] ?? 1), at: undefined }
  const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(given) ?? []
  if (Number(hour) < 24 && Number(minute) < 60) return { everyHours: 24, at: `${hour?.padStart(2, '0')}:${minute}` }
  context.addIssue({
    code: 'custom',
    message: 'is none of off, hours such as 24h, days such as 7d, and a time of day such as 03:00',
  })
  return z.NEVER
})
export const addresses = z.string().transform((list, context) => {
  const emails = entriesOf(list).map(normalizedEmail)
  const wrong = emails.filter((entry) => !Email.safeParse(entry).success)
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `contains invalid email addresses: ${wrong.join(', ')}` })
  return emails
})
export const hostPorts = z.string().transform((list, context) => {
  const given = entriesOf(list)
  const wrong = given.filter((entry) => hostPort(entry) === undefined)
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `contains invalid host:port pairs: ${wrong.join(', ')}` })
  return [...new Set(given.flatMap((entry) => hostPort(entry) ?? []))]
})

export const prices = z.string().transform((list, context) => {
  const given = entriesOf(list)
  const found = given.map((entry) => /^(\S+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(entry))
  const wrong = given.filter((_, at) => !found[at])
  if (wrong.length > 0)
    context.addIssue({
      code: 'custom',
      message: `contains invalid prices (model=input/output or model=input/output/cached): ${wrong.join(', ')}`,
    })
  const set = found.flatMap((entry): [string, AiPrice][] => {
    const [, model, input, output, cached] = entry ?? []
    if (!model) return []
    return [[model, { input: Number(input), output: Number(output), ...(cached && { cached: Number(cached) }) }]]
  })
  return new Map([...MODEL_PRICES, ...set])
})

/** An amount in dollars, converted to millionths of a dollar. */
export const dollars = z.coerce
  .number('is no amount in dollars')
  .positive('is no amount in dollars above zero')
  .max(1_000_000, 'is more than a million dollars')
  .transform((amount) => Math.round(amount * 1_000_000))
/** Parses a list of headers, as OpenTelemetry specifies it: `name=value,name=value`. */
export const otelHeaders = z.string().transform((list, context) => {
  const pairs = list.split(',').map((entry) => /^\s*([\w-]+)\s*=\s*(\S.*)$/.exec(entry))
  if (pairs.every((pair) => pair !== null))
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value.trim()]))
  context.addIssue({ code: 'custom', message: 'is not of the form name=value,name=value' })
  return z.NEVER
})

export const scopeNames = z.string().transform((list, context) => {
  const names = list.split(/[\s,]+/).filter(Boolean)
  const wrong = names.filter((entry) => !/^[\w.:-]+$/.test(entry))
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `contains invalid permission names: ${wrong.join(', ')}` })
  return names
})
export const proxies = z.string().transform((list, context) => {
  const given = entriesOf(list)
  const wrong = given.filter((entry) => !isAddressOrNetwork(entry))
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `contains invalid addresses or networks: ${wrong.join(', ')}` })
  return given
})

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const isV6 = ipaddr.IPv6.isValid(address)
  if (!isV6 && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false
  // Reject a /0 network, which would let any client forge its address.
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (isV6 ? 128 : 32))
}

/** Normalizes a host and port as URLs do: `LOCALHOST:80` gives `localhost:80`, `[0:0::1]:8080` gives `[::1]:8080`. */
function hostPort(text: string): string | undefined {
  const [, host, digits] = /^(\[[\da-f:.]+\]|[^\s/\\?#@:[\]]+):(\d{1,5})$/i.exec(text) ?? []
  const url = host === undefined ? null : URL.parse(`http://${host}`)
  const port = Number(digits)
  return url && port >= 1 && port <= 65_535 ? `${url.hostname}:${port}` : undefined
}
