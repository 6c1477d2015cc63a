import type { Post } from '#core/posts/contract.ts'
import { call } from './api.ts'
import { readJson, saveJson } from './local-storage.ts'
import { createStore } from './store.ts'

/** Announces posts together that networks confirm within this time. */
const COLLECT_MS = 400
/** A post is not announced if Frogy learns of its publication later than this, such as after a lost response. */
const NEWS_MS = 5 * 60_000
const MAX_KNOWN = 100
const KEY = 'live'

const live = createStore<readonly Post[]>([])
const pending = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The posts that networks confirmed just now. */
export const useLivePosts = live.useValue

export const useIsLive = (id: string): boolean => useLivePosts().some((post) => post.id === id)

/** Announces a post that a network has confirmed, once per tab. */
export function announceLive(id: string): void {
  if (knownIds().includes(id)) return
  remember(id)
  pending.add(id)
  timer ??= setTimeout(() => void show(), COLLECT_MS)
}

/** Prevents the announcement of a post that this tab published, because a toast already reports it. */
export function markLiveAsKnown({ id, status }: Pick<Post, 'id' | 'status'>): void {
  if (status !== 'published') return
  remember(id)
  pending.delete(id)
}

export function hideLivePosts(): void {
  live.set([])
}

async function show(): Promise<void> {
  timer = undefined
  const ids = [...pending]
  pending.clear()
  const posts = await Promise.all(ids.map((id) => call('GET /api/posts/{id}', { params: { id } }).catch(() => null)))
  const news = posts.filter((post) => post !== null).filter(isNews)
  if (news.length > 0) live.set([...live.get(), ...news])
}

function isNews({ status, publishedAt, updatedAt }: Post): boolean {
  return status === 'published' && publishedAt !== null && Date.parse(updatedAt) - Date.parse(publishedAt) <= NEWS_MS
}

// The ids of announced posts, stored per tab. Each tab announces a post once, even after a reload.
const knownIds = (): string[] => readJson(KEY, isIds, 'tab') ?? []
const isIds = (value: unknown): value is string[] => Array.isArray(value)

function remember(id: string): void {
  saveJson(KEY, [id, ...knownIds()].slice(0, MAX_KNOWN), 'tab')
}
