import type { GeneratedItem } from '#core/writing/contract.ts'
import type { Finding } from '#core/writing/findings.ts'
import type { Platform } from '#core/platforms/platform.ts'

export type WrittenDraft = Pick<GeneratedItem, 'content' | 'hashtags' | 'language'>

export interface SeriesItem {
  id: string
  /** The idempotency key of the drafts: a repeated request stores each only once. */
  key: string
  finding: string
  passage: string
  platform: Platform
  /** The planned time in ISO format. */
  at: string | null
  state: 'planned' | 'writing' | 'written' | 'saved' | 'failed'
  /** The written texts, one per language. They are kept until the server has stored them. */
  drafts?: readonly WrittenDraft[]
  message?: string
}

/** The posts that an author plans from one source. */
export interface Series {
  sourceId: string
  items: readonly SeriesItem[]
}

export type SeriesAction =
  | { type: 'planned'; series: Series }
  | { type: 'changed'; id: string; change: Partial<Pick<SeriesItem, 'finding' | 'platform' | 'at'>> }
  | { type: 'dropped'; id: string }
  | { type: 'begun'; id: string }
  | { type: 'written'; id: string; drafts: readonly WrittenDraft[] }
  | { type: 'saved'; id: string }
  | { type: 'failed'; id: string; message: string }
  /** The author stopped Frogy while it wrote the drafts. */
  | { type: 'stopped' }

export function seriesReducer(series: Series | null, action: SeriesAction): Series | null {
  if (action.type === 'planned') return action.series
  if (!series) return null
  const items = changedItems(series.items, action)
  return items === series.items ? series : { ...series, items }
}

function changedItems(items: readonly SeriesItem[], action: Exclude<SeriesAction, { type: 'planned' }>) {
  if (action.type === 'stopped') return items.map(interrupted)
  if (action.type === 'dropped') return items.filter(({ id }) => id !== action.id)
  return items.map((item) => (item.id === action.id ? changedItem(item, action) : item))
}

function changedItem(
  item: SeriesItem,
  action: Exclude<SeriesAction, { type: 'planned' | 'stopped' | 'dropped' }>,
): SeriesItem {
  const { message: _, ...rest } = item
  switch (action.type) {
    case 'changed':
      return changedPlan(rest, action.change)
    case 'begun':
      return { ...rest, state: 'writing' }
    case 'written':
      return { ...rest, state: 'writing', drafts: action.drafts }
    case 'saved':
      return { ...rest, state: 'saved' }
    case 'failed':
      return { ...rest, state: 'failed', message: action.message }
  }
}

/**
 * Changes a planned post of a series. Removes its drafts if its finding or network has changed. A post with drafts gets
 * a new idempotency key.
 */
function changedPlan({ drafts, ...item }: SeriesItem, change: Partial<SeriesItem>): SeriesItem {
  const next = { ...item, ...change }
  const isFitting = drafts && next.finding === item.finding && next.platform === item.platform
  return {
    ...next,
    ...(isFitting && { drafts }),
    state: isFitting ? 'written' : 'planned',
    key: drafts ? crypto.randomUUID() : item.key,
  }
}

const interrupted = (item: SeriesItem): SeriesItem =>
  item.state === 'writing' ? { ...item, state: item.drafts ? 'written' : 'planned' } : item

/** A saved series after a reload, which has interrupted the writing. */
export const afterReload = (series: Series): Series => ({ ...series, items: series.items.map(interrupted) })

export const unsaved = ({ items }: Series): SeriesItem[] => items.filter(({ state }) => state !== 'saved')

/** Plans one post per finding, and alternates the networks. */
export function planSeries(
  sourceId: string,
  findings: readonly Finding[],
  platforms: readonly Platform[],
  place: (platforms: readonly Platform[]) => (Date | null)[],
): Series {
  const chosen = findings.map((_, at) => platforms[at % platforms.length] ?? 'linkedin')
  const times = place(chosen)
  return {
    sourceId,
    items: findings.map(({ text, passage }, at) => ({
      id: crypto.randomUUID(),
      key: crypto.randomUUID(),
      finding: text,
      passage,
      platform: chosen[at] ?? 'linkedin',
      at: times[at]?.toISOString() ?? null,
      state: 'planned',
    })),
  }
}

export function isSeries(value: unknown): value is Series {
  return (
    typeof value === 'object' && value !== null && 'sourceId' in value && 'items' in value && Array.isArray(value.items)
  )
}
