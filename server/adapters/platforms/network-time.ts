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
 * What asks the networks that this installation posts to what time it is; undefined where it posts to none. The
 * simulated ones do not count: they may go by this machine's own clock.
 * @returns the time to about a second by whoever answers first; undefined when nobody does
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
  const time = shownBy(headers)
  if (!time) throw new Error(`${url} does not say what time it is`)
  return time
}

/** When an answer was made, by the clock of whoever gave it (RFC 9110, 6.6.1), to the middle of its second. */
export function shownBy(headers: Headers): Date | undefined {
  const seconds = Date.parse(headers.get('date') ?? '') / 1_000 + Number(headers.get('age') ?? 0)
  return Number.isFinite(seconds) ? new Date(seconds * 1_000 + 500) : undefined
}
