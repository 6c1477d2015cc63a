import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'

const HOSTS: Record<Platform, string> = {
  linkedin: 'https://api.linkedin.com',
  twitter: 'https://api.x.com',
  facebook: 'https://graph.facebook.com',
  instagram: 'https://graph.instagram.com',
  threads: 'https://graph.threads.net',
}
const PATIENCE_MS = 5_000

/**
 * Undefined without real networks, since simulated ones use this machine's clock.
 * @returns a function that reads the time of the first network that answers, to about a second
 */
export function networkTime(
  configs: Partial<Record<Platform, { baseUrl: string | undefined; simulated: boolean }>>,
): (() => Promise<Date | undefined>) | undefined {
  const urls = PLATFORMS.flatMap((platform) => {
    const config = configs[platform]
    return config && !config.simulated ? [config.baseUrl ?? HOSTS[platform]] : []
  })
  if (urls.length === 0) return undefined
  return () => Promise.any(urls.map(timeAt)).catch(() => undefined)
}

async function timeAt(url: string): Promise<Date> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', cache: 'no-store', signal })
  const time = dateOf(headers)
  if (!time) throw new Error(`${url} does not say what time it is`)
  return time
}

/**
 * The time of a response by its sender's clock (`Date` header, RFC 9110). Adds half a second, because the header has
 * only whole seconds.
 */
export function dateOf(headers: Headers): Date | undefined {
  const seconds = Date.parse(headers.get('date') ?? '') / 1_000 + Number(headers.get('age') ?? 0)
  return Number.isFinite(seconds) ? new Date(seconds * 1_000 + 500) : undefined
}
