import Papa from 'papaparse'
import type { Language } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { tagCell } from '#core/posts/tag-cell.ts'
import { wallClock } from '#core/time-zone.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { translator } from '../messages.ts'
import { listPosts, type PostCache } from './list-posts.ts'
import { listTags } from './tags.ts'

const PAGE_SIZE = 200
/** The columns that the import of posts reads. */
const COLUMNS = ['text', 'network', 'date', 'time', 'tags'] as const
/** The byte order mark, by which spreadsheet programs recognize that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * Texts that get an apostrophe before them, because spreadsheet programs would run them as formulas. The import removes
 * the apostrophe.
 */
const ESCAPED = /^[=+\-@\t\r'].*$/s

type Filter = Pick<Parameters<typeof listPosts>[3], 'status'>

/** Streams all scheduled posts page by page: as a CSV file, which the import can read, or as the JSON of the list. */
export async function* exportScheduled(
  on: Queryable,
  cache: PostCache,
  caller: Caller,
  filter: Filter,
  { format, timeZone }: { format: 'csv' | 'json'; timeZone: string },
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead(caller.language)
  const tagNames = new Map((await listTags(on, caller.userId)).map(({ id, name }) => [id, name]))
  let begin = '['
  for await (const json of pages(on, cache, caller, filter)) {
    const isEmpty = json === '[]'
    if (format === 'csv' && !isEmpty) yield csvRows(JSON.parse(json) as Post[], timeZone, tagNames)
    if (format === 'json' && !isEmpty) yield `${begin}${json.slice(1, -1)}`
    if (!isEmpty) begin = ','
  }
  if (format === 'json') yield begin === '[' ? '[]' : ']'
}

async function* pages(on: Queryable, cache: PostCache, caller: Caller, filter: Filter): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const page = { ...filter, limit: PAGE_SIZE, order: 'coming' as const, ...(cursor && { cursor }) }
    const { json, nextCursor } = await listPosts(on, cache, caller, page)
    yield Buffer.concat(json).toString()
    cursor = nextCursor
  } while (cursor)
}

function csvHead(language: Language): string {
  const t = translator(language)
  return `${BYTE_ORDER_MARK}${COLUMNS.map((column) => t(`import.columns.${column}`)).join(',')}\r\n`
}

function csvRows(posts: readonly Post[], timeZone: string, tagNames: ReadonlyMap<string, string>): string {
  const rows = posts.map((post) => {
    const { date, time } = wallClock(new Date(post.scheduledAt ?? ''), timeZone)
    const tags = (post.tagIds ?? []).flatMap((id) => tagNames.get(id) ?? [])
    return [textOf(post), rulesOf(post.platform).name, date, time, tagCell(tags)]
  })
  return `${Papa.unparse(rows, { escapeFormulae: ESCAPED })}\r\n`
}

/** Returns a post's text as published. Joins the parts of a thread, because the import has no column for parts. */
function textOf({ content, hashtags, media, parts = [] }: Post): string {
  const text = publishedText({ content, hashtags, videos: media.videos })
  return [text, ...parts.slice(1).map((part) => part.content)].join('\n\n')
}
