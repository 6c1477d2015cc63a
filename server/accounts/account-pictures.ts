import { AppError } from '#core/errors.ts'
import { pageFetcher } from '../adapters/web-pages/fetch-page.ts'
import { hostAndPort } from '../adapters/web-pages/page-address.ts'
import type { Connection } from '../adapters/platforms/platform-client.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'

/** How long a sign-in waits for the pictures of its accounts. Previews show initials for the others. */
const PICTURES_MS = 4_000
/** Limits parallel downloads, because one sign-in can bring a hundred Pages. */
const AT_ONCE = 4

export interface AccountPictures extends AsyncDisposable {
  /** Reads the pictures of these accounts, by their remote ids. Leaves out those that cannot be read in time. */
  read(connections: readonly Connection[]): Promise<Map<string, Uint8Array>>
}

/** Reads the pictures of accounts. @param portrait crops and converts a picture in a separate process */
export function accountPictures(
  config: Pick<Config, 'platforms' | 'extractAllowHosts'>,
  userAgent: string,
  portrait: (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>,
  onFault: (error: unknown) => void,
): AccountPictures {
  // A simulated network may have a private address, and so may its pictures.
  const own = Object.values(config.platforms).flatMap(({ baseUrl, simulated }) =>
    simulated && baseUrl ? [hostAndPort(new URL(baseUrl))] : [],
  )
  const pages = pageFetcher({ allowHosts: [...config.extractAllowHosts, ...own], userAgent })

  async function pictureAt(address: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    try {
      const url = URL.parse(address)
      return url ? await portrait((await pages.fetchPage(url, 'en', signal)).bytes, signal) : undefined
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) onFault(error)
      return undefined
    }
  }

  return {
    async read(connections) {
      const signal = AbortSignal.timeout(PICTURES_MS)
      const waiting = connections.filter(({ pictureUrl }) => pictureUrl !== undefined)
      const pictures = new Map<string, Uint8Array>()
      const readNext = async () => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
          const picture = await pictureAt(next.pictureUrl ?? '', signal)
          if (picture) pictures.set(next.remoteId, picture)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, readNext))
      return pictures
    },
    [Symbol.asyncDispose]: () => pages[Symbol.asyncDispose](),
  }
}

/** Reads the stored picture of an account, for the account's user only. */
export async function readAccountPicture(on: Queryable, userId: string, id: string): Promise<Uint8Array | undefined> {
  const [row] = await on.query(sql`
    select ${columns('social_accounts', 'picture')} from social_accounts where picture_id = ${id} and user_id = ${userId}`)
  return row?.picture ?? undefined
}
