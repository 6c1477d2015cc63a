import type { PostPicture } from './picture.ts'
import type { Platform } from './platform.ts'
import type { Table } from './store.ts'

export interface Post {
  platform: Platform
  id: string
  /** The id of the author: a Page on Facebook, otherwise a person. */
  accountId: string
  /** The text as displayed. */
  text: string
  /** The text as sent, if it differs from the displayed one (LinkedIn's markup). */
  sent?: string
  /** On Bluesky: the stored record. */
  record?: unknown
  /** The card of a link. `picture` is the hash of the picture's bytes. */
  link?: { url: string; title?: string; description?: string; picture?: string | undefined }
  media: PostPicture[]
  replyTo?: string
  /** On Mastodon: who sees the post, and its language. */
  visibility?: string
  language?: string
  /** On Mastodon: the content warning, and whether the media are hidden. */
  spoilerText?: string
  isSensitive?: boolean
  /** On Telegram: whether the post came without a sound, and without a preview of its link. */
  isSilent?: boolean
  isWithoutPreview?: boolean
  comments: { id: string; accountId: string; text: string; createdAt: number }[]
  createdAt: number
  /** null until the post is public. */
  publishedAt: number | null
  /** The position among all public posts; null until the post is public. */
  arrival: number | null
  deleted: boolean
  /** The short code in the address of an Instagram or Threads post. */
  shortcode?: string
  /** On Telegram: the messages of the post that still exist, one for each picture. */
  messages?: string[]
  engagement: Engagement
}

interface Engagement {
  impressions: number
  likes: number
  comments: number
  shares: number
}

type NewPost = Pick<Post, 'platform' | 'id' | 'accountId' | 'text' | 'createdAt'> &
  Partial<
    Pick<
      Post,
      | 'sent'
      | 'record'
      | 'link'
      | 'replyTo'
      | 'visibility'
      | 'language'
      | 'spoilerText'
      | 'isSensitive'
      | 'isSilent'
      | 'isWithoutPreview'
      | 'shortcode'
      | 'media'
      | 'messages'
    >
  >

/** All posts of all networks, ordered by arrival and by account. */
export class Posts {
  readonly #table: Table<Post>
  readonly #changed: (key: string) => void
  #arrived: string[] = []
  #byAccount = new Map<string, string[]>()

  constructor(table: Table<Post>, changed: (key: string) => void) {
    this.#table = table
    this.#changed = changed
    const kept = [...table.values()].filter(isPublic)
    for (const post of kept.sort((a, b) => a.arrival - b.arrival)) this.#index(post)
  }

  find(platform: Platform, id: string): Post | undefined {
    return this.#table.get(keyOf(platform, id))
  }

  byShortcode(platform: Platform, code: string | undefined): Post | undefined {
    for (const post of this.newestFirst(platform)) if (post.shortcode === code) return post
    return undefined
  }

  byKey(key: string): Post | undefined {
    return this.#table.get(key)
  }

  all() {
    return this.#table.values()
  }

  /** Stores a post that is not public yet. */
  prepare(post: NewPost): Post {
    return this.#table.put(keyOf(post.platform, post.id), {
      ...post,
      media: post.media ?? [],
      comments: [],
      publishedAt: null,
      arrival: null,
      deleted: false,
      engagement: { impressions: 0, likes: 0, comments: 0, shares: 0 },
    })
  }

  publish(post: Post, at: number): Post {
    const published = this.change(post, { publishedAt: at, arrival: (this.#latest()?.arrival ?? 0) + 1 })
    this.#index(published)
    return published
  }

  change(post: Post, members: Partial<Post>): Post {
    const key = keyOf(post.platform, post.id)
    const changed = this.#table.put(key, { ...post, ...members })
    if (isPublic(changed)) this.#changed(key)
    return changed
  }

  /** Yields public posts in the order of publishing, including deleted ones. */
  *arrived(platform?: Platform): Generator<PublicPost> {
    for (const key of this.#arrived) {
      const post = this.#table.get(key)
      if (post && isPublic(post) && (platform === undefined || post.platform === platform)) yield post
    }
  }

  *newestFirst(platform?: Platform): Generator<PublicPost> {
    for (let at = this.#arrived.length - 1; at >= 0; at--) {
      const post = this.#table.get(this.#arrived[at] ?? '')
      if (post && isPublic(post) && (platform === undefined || post.platform === platform)) yield post
    }
  }

  /** Yields an account's public posts, newest first, including deleted ones. */
  *of(platform: Platform, accountId: string): Generator<PublicPost> {
    const keys = this.#byAccount.get(`${platform}:${accountId}`) ?? []
    for (let at = keys.length - 1; at >= 0; at--) {
      const post = this.#table.get(keys[at] ?? '')
      if (post && isPublic(post)) yield post
    }
  }

  clear() {
    this.#arrived = []
    this.#byAccount.clear()
  }

  #index(post: Post) {
    const key = keyOf(post.platform, post.id)
    this.#arrived.push(key)
    const account = `${post.platform}:${post.accountId}`
    const own = this.#byAccount.get(account)
    if (own) own.push(key)
    else this.#byAccount.set(account, [key])
  }

  #latest(): Post | undefined {
    return this.#table.get(this.#arrived.at(-1) ?? '')
  }
}

/** Whether a network does not find a new post yet when an app comments on it. */
export function isTooNewForComments(
  world: { now(): number; manner(name: 'commentableAfterMs'): number },
  { publishedAt, createdAt }: Pick<Post, 'publishedAt' | 'createdAt'>,
): boolean {
  return world.now() - (publishedAt ?? createdAt) < world.manner('commentableAfterMs')
}

export type PublicPost = Post & { publishedAt: number; arrival: number }

export function isPublic(post: Post): post is PublicPost {
  return post.publishedAt !== null
}

export function keyOf(platform: Platform, id: string): string {
  return `${platform}:${id}`
}
