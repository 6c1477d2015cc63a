import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { ADAPTERS } from './all.ts'
import { dateOf } from './response-date.ts'

const PATIENCE_MS = 5_000

/**
 * Reads the time, to about a second, from the network that answers first. Undefined without real networks, because
 * simulated ones use this machine's clock.
 */
export function networkTime(
  configs: Partial<Record<Platform, { baseUrl: string | undefined; simulated: boolean }>>,
): (() => Promise<Date | undefined>) | undefined {
  const urls = PLATFORMS.flatMap((platform) => {
    const config = configs[platform]
    // Leave out networks that users connect by a form: they need no setup, so this installation may not use them.
    return config && !config.simulated && !connectFormOf(platform) ? [config.baseUrl ?? ADAPTERS[platform].apiUrl] : []
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
