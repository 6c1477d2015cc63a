import { MAX_READ_ITEMS, type RawFeed, type RawItem } from './raw-feed.ts'

/** Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/). Null for other JSON. */
export function readJsonFeed(text: string): RawFeed | null {
  const feed = recordOf(parsed(text))
  if (!/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(textIn(feed, 'version') ?? '')) return null
  const items = Array.isArray(feed['items']) ? feed['items'] : []
  return { title: textIn(feed, 'title'), base: null, items: items.slice(0, MAX_READ_ITEMS).map(itemOf) }
}

function itemOf(given: unknown): RawItem {
  const item = recordOf(given)
  const id = item['id']
  const plain = textIn(item, 'content_text') ?? textIn(item, 'summary')
  return {
    // Accept numbers as ids, which JSON Feed 1.0 allowed.
    id: typeof id === 'number' ? String(id) : textIn(item, 'id'),
    link: textIn(item, 'url') ?? textIn(item, 'external_url'),
    title: textIn(item, 'title'),
    html: textIn(item, 'content_html') ?? (plain && escapeText(plain)),
    date: textIn(item, 'date_published') ?? textIn(item, 'date_modified'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function textIn(record: Record<string, unknown>, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\n\s*\n/g, '<p>')
