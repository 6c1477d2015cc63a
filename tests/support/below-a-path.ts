import { expect } from 'vitest'
import { freePort } from './free-port.ts'
import type { Person } from './person.ts'
import { startFrogy, type Frogy } from './start-frogy.ts'

export const BASE = '/tools/frogy'

/** Starts Frogy under a base path instead of at the root of its host. */
export async function startBelowPath(): Promise<{ frogy: Frogy; origin: string; follow: Follow }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const frogy = await startFrogy({ PORT: String(port), PUBLIC_URL: `${origin}${BASE}/` })
  return { frogy, origin, follow: followFrom(origin) }
}

const IN_STYLES = /url\(["']?([^)"']+)/g
/** Matches URLs in attributes, URLs in JSON values (not keys), and complete URLs of this machine. */
const IN_TEXTS =
  /\s(?:href|src|action)="([^"#][^"]*)"|"(\/[^"\\<>\s]*)"(?!:)|(https?:\/\/127\.0\.0\.1:\d+[^\s"'<>)\\]*)/g

/** Requests a URL and every URL of the same host in its response. @returns the response's text */
export type Follow = (address: string, who: Person) => Promise<string>

function followFrom(origin: string): Follow {
  const checked = new Set<string>()
  return async function follow(address, who) {
    const response = await who.fetch(address, { headers: { accept: 'text/html' } })
    const moved = response.headers.get('location')
    if (moved) {
      expect(moved.startsWith(`${BASE}/`), `${moved} from ${address}`).toBe(true)
      return await follow(origin + moved, who)
    }
    const text = await response.text()
    const parts = text.matchAll(address.endsWith('.css') ? IN_STYLES : IN_TEXTS)
    for (const [, ...groups] of parts) {
      const url = new URL(groups.find(Boolean) ?? '', address)
      const found = url.origin + url.pathname + url.search
      if (url.origin !== origin || checked.has(found)) continue
      checked.add(found)
      expect(found.startsWith(origin + BASE), `${found} in ${address}`).toBe(true)
      const { status } = await who.fetch(found)
      expect([found, status < 400]).toEqual([found, true])
    }
    return text
  }
}
