import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { openMigratedDatabase } from './migrated-database.ts'

// `npm run rows` writes the types of the database rows, from an empty database with all migrations. `npm run check`
// compares them with the committed file.

export const ROWS_FILE = join(import.meta.dirname, '..', 'server', 'db', 'rows.ts')
const HEAD = '// Made by `npm run rows` from the migrated database. bin/row-types.ts narrows some types.'

/** Types that the database does not know: JSON columns, and texts with fixed values. */
const KNOWN_TYPES: Record<string, string> = {
  'conversation_turns.answer': 'FrogysAnswer',
  'conversations.category': "About['category']",
  'conversations.country': "NonNullable<About['country']>",
  'conversations.language': "About['language']",
  'data_deletions.platform': 'Platform',
  'feed_items.failure': 'StoredError',
  'follow_ups.failure': 'StoredFailure',
  'follow_ups.failure_counts': 'Partial<Record<FailureCode, number>>',
  'follow_ups.prepared': 'Record<string, string>',
  'followed_feeds.failure': 'StoredError',
  'followed_feeds.platforms': 'Platform[]',
  'images.captions': 'CaptionFacts',
  'images.cover': 'CoverFacts',
  'images.document': 'DocumentFacts',
  'images.platforms': 'Record<Platform, RenditionName>',
  'images.renditions': 'Rendition[]',
  'images.video': 'VideoFacts',
  'notifications.details': 'SecurityDetails',
  'notifications.platform': 'Platform',
  'notifications.reason': 'FailureCode',
  'official_social_accounts.platform': 'Network',
  'pauses.platform': 'Platform',
  'pauses.reason': 'FailureCode',
  'post_metrics.refused': 'Metric[]',
  'post_reviews.seen': 'SeenTexts',
  'posts.failure': 'StoredFailure',
  'posts.options': 'PostOptions',
  'publish_attempts.options': 'PostOptions',
  'posts.videos': 'Video[]',
  'pushes.kind': 'PushedKind',
  'publishing_slots.ramadan': 'Slot[]',
  'publishing_slots.week': 'Slot[]',
  'publish_attempts.failure': 'StoredFailure',
  'publish_attempts.platform': 'Platform',
  'publish_attempts.prepared': 'Record<string, string>',
  'publish_attempts.steps': 'AttemptStep[]',
  'shared_reports.platform': 'Platform',
  'users.link_parameters': 'LinkParameters',
  'video_copies.platforms': 'Platform[]',
  'workspaces.approval_platforms': 'Platform[]',
  'review_links.platforms': 'Platform[]',
}

const IMPORTED: Record<string, string> = {
  About: '#core/writing/assistant/contract.ts',
  AttemptStep: '#core/posts/timeline.ts',
  CaptionFacts: '#core/video/captions.ts',
  CoverFacts: '#core/video/captions.ts',
  DocumentFacts: '#core/documents/document-facts.ts',
  FailureCode: '#core/publishing/failure.ts',
  FrogysAnswer: '#core/writing/assistant/contract.ts',
  LinkParameters: '#core/posts/link-parameters.ts',
  Metric: '#core/analytics/metrics.ts',
  Network: '#core/platforms/brands.ts',
  Platform: '#core/platforms/platform.ts',
  PostOptions: '#core/platforms/post-options.ts',
  PushedKind: '#core/notifications/pushed-kinds.ts',
  Rendition: '#core/media/renditions.ts',
  RenditionName: '#core/media/renditions.ts',
  Slot: '#core/planning/contract.ts',
  SecurityDetails: '#core/notifications/security-details.ts',
  SeenTexts: '#core/approval/contract.ts',
  StoredError: '#core/errors.ts',
  StoredFailure: '#core/publishing/failure.ts',
  Video: '#core/posts/contract.ts',
  VideoFacts: '#core/video/video-facts.ts',
}

/** The TypeScript types of PostgreSQL's types, as both drivers return them. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  integer: 'number',
  jsonb: 'unknown',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  /**
   * The check constraints of this column alone, as PostgreSQL prints them. A constraint that calls a function is
   * replaced by the function's body.
   */
  checks: string[]
}

const CATALOG = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    array(select coalesce(f.prosrc, pg_get_constraintdef(k.oid)) from pg_constraint k
      left join pg_proc f on f.pronamespace = k.connamespace
        and pg_get_constraintdef(k.oid) = format('CHECK (%s(%s))', f.proname, a.attname)
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

/** The row types of these columns, as TypeScript source. */
export function rowTypes(columns: Column[], knownTypes = KNOWN_TYPES): string {
  const unused = Object.keys(knownTypes).find((key) => !columns.some(({ table, name }) => `${table}.${name}` === key))
  if (unused) throw new Error(`There is no column ${unused} any more: take it out of bin/row-types.ts`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const interfaces = [...tables].map(([table, own]) => {
    const lines = own.map((column) => `  ${column.name}: ${typeOf(column, knownTypes)}\n`)
    return `export interface ${interfaceName(table)} {\n${lines.join('')}}\n`
  })
  const names = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}\n`)
  return [
    HEAD,
    importsFor(interfaces.join('')),
    `/** The row types of all tables. */\nexport interface Tables {\n${names.join('')}}\n`,
    ...interfaces,
  ].join('\n')
}

/** The name of a table's interface: `publish_attempts` becomes `PublishAttempts`. */
const interfaceName = (table: string): string =>
  table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function typeOf({ table, name, type, required, checks }: Column, knownTypes: Record<string, string>): string {
  const values = checks.map(valuesOf).find((found) => found !== undefined)
  const known = knownTypes[`${table}.${name}`] ?? values ?? TYPES[type]
  if (!known) throw new Error(`bin/row-types.ts knows no type for ${type}, which ${table}.${name} is`)
  return required || known === 'unknown' ? known : `${known} | null`
}

/** The values that a check constraint like `in ('a', 'b')` allows. */
function valuesOf(check: string): string | undefined {
  const [, inline] = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(check) ?? []
  const [, called] = /^\s*select value in \(([^()]+)\)\s*$/.exec(check) ?? []
  const texts = inline?.match(/'(?:[^']|'')*'(?=::text)/g) ?? called?.match(/'(?:[^']|'')*'/g)
  // The networks that the SQL function `is_platform` accepts. The check of networks compares them with the registered
  // ones.
  const platforms = PLATFORMS.map((platform) => `'${platform}'`)
  if (texts?.length === platforms.length && texts.every((text) => platforms.includes(text))) return 'Platform'
  return texts?.map((text) => (text.includes("''") ? `"${text.slice(1, -1).replaceAll("''", "'")}"` : text)).join(' | ')
}

function importsFor(source: string): string {
  const used = Object.keys(IMPORTED).filter((name) => new RegExp(`\\b${name}\\b`).test(source))
  const modules = Map.groupBy(used, (name) => IMPORTED[name] ?? '')
  const froms = [...modules.keys()]
  return froms.map((from) => `import type { ${modules.get(from)?.join(', ')} } from '${from}'\n`).join('')
}

/** Returns what `server/db/rows.ts` must contain for this database. */
export async function rowTypesOf(lite: PGlite): Promise<string> {
  return rowTypes((await lite.query<Column>(CATALOG)).rows)
}

if (process.argv[1] === import.meta.filename) {
  const lite = await openMigratedDatabase()
  writeFileSync(ROWS_FILE, await rowTypesOf(lite))
  await lite.close()
}
