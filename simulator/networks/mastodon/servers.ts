/** How one server differs from mastodon.social. Any host name works; these names stand for other servers and software. */
interface Server {
  maxCharacters: number
  imageBytes: number
  videoBytes: number
  /** Before Mastodon 4.0: only the old call for limits, no metadata, no PKCE, no scope `profile`. */
  isOld?: true
  /** Every post on this server needs a picture, and the idempotency key has no effect. */
  isForPictures?: true
  /** Tokens expire after this time and have a refresh token. */
  tokenLifeMs?: number
  /** A web site without Mastodon's API. */
  isOther?: true
  /** The host of the server that holds the accounts with this site's name. */
  apiHost?: string
}

const USUAL: Server = { maxCharacters: 500, imageBytes: 16_777_216, videoBytes: 103_809_024 }

const OTHERS: Record<string, Partial<Server>> = {
  'long.example': { maxCharacters: 5_000 },
  'small.example': { imageBytes: 1_000_000, videoBytes: 1_000_000 },
  'old.example': { isOld: true },
  'pixelfed.example': { isForPictures: true, isOld: true },
  'akkoma.example': { maxCharacters: 5_000, isOld: true, tokenLifeMs: 3_600_000 },
  'blog.example': { isOther: true },
  'names.example': { isOther: true, apiHost: 'social.names.example' },
}

export const serverAt = (host: string): Server => ({ ...USUAL, ...OTHERS[host] })
