import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Only one folder may write posts, because its code follows the lifecycle of a post and adds the events.

const root = join(import.meta.dirname, '..', '..')
/** The only folder that writes rows of `posts`. */
export const OWNER = 'server/posts/transitions/'
/** The only other file that may write `posts`: restoring a backup fills all tables of an empty database. */
const RESTORE = 'server/backup/load-backup.ts'

/** Matches a name in SQL with or without quotes, which the source may escape. */
const quotable = (name: string) => String.raw`(?:\\?")?${name}(?:\\?")?`
const TABLE = String.raw`(?:only\s+)?(?:${quotable('public')}\s*\.\s*)?(?:${quotable('posts')}(?![\w$.])|(\$\{))`
const WRITE = new RegExp(
  String.raw`\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?|copy)\s+${TABLE}`,
  'gi',
)
/** Matches comments, because SQL in comments does not run. */
const COMMENT = /^\s*(?:\/\/|\/?\*|--).*$|\/\*.*?\*\//gm

/** The lines, from 1, where a source writes rows of `posts`, or of a table whose name is in a variable. */
export function writesOfPosts(source: string): number[] {
  const code = source.replaceAll(COMMENT, (line) => ' '.repeat(line.length))
  return [...code.matchAll(WRITE)].map(({ index }) => code.slice(0, index).split('\n').length)
}

/** Finds database functions that write posts, in their latest version. */
export function functionsWritingPosts(
  functions: readonly { name: string; body: string }[],
  migrations: ReadonlyMap<string, string>,
): string[] {
  const writing = functions.filter(({ body }) => writesOfPosts(body).length > 0)
  return writing.map(({ name }) => {
    const written = [...migrations].flatMap(([file, text]) =>
      [...text.matchAll(new RegExp(`create (?:or replace )?function ${name}\\b`, 'gi'))].map(
        ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
      ),
    )
    return `${written.at(-1)} (${name})`
  })
}

/** A foreign key of `posts`, with its actions as PostgreSQL's one-letter codes. */
export interface PostsKey {
  name: string
  onDelete: string
  onUpdate: string
}

/** PostgreSQL's codes for actions that change no row: `a` is "no action" and `r` is "restrict". */
const DOES_NOTHING = ['a', 'r']

/** Foreign keys that may delete or change posts, each with the reason why that does no harm. */
const MAY_WRITE: Record<string, string> = {
  posts_user_id_fkey: 'deleting a user deletes all their data, so there is no user to notify',
  posts_account_id_fkey: 'never finds a post: `detachPosts` takes them away from an account before it goes',
}

/** Finds unlisted foreign keys that change posts, and listed ones that no longer do. */
export function keysWritingPosts(keys: readonly PostsKey[]): string[] {
  const writing = keys.filter(
    ({ onDelete, onUpdate }) => ![onDelete, onUpdate].every((one) => DOES_NOTHING.includes(one)),
  )
  const names = writing.map(({ name }) => name)
  return [
    ...names.filter((name) => !(name in MAY_WRITE)).map((name) => `${name} writes posts, which only ${OWNER} does`),
    ...Object.keys(MAY_WRITE)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} writes no posts, and is named in bin/checks/post-writers.ts`),
  ]
}

/** The only file that may write to tables whose names are in variables. None of these tables is `posts`. */
const COMPUTED_NAMES = 'server/people/profile/erase-rows.ts'

if (process.argv[1] === import.meta.filename) {
  const files = globSync('{bin,core,server}/**/*.{ts,js,mjs}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith(OWNER) && file !== RESTORE && file !== COMPUTED_NAMES,
  )
  for (const file of files) {
    for (const line of writesOfPosts(readFileSync(join(root, file), 'utf8'))) {
      console.error(`${file}:${line} writes posts, which only ${OWNER} does`)
      process.exitCode = 1
    }
  }
}
