import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Whoever writes a post asks its lifecycle and says what happened, which one module does for all.

const root = join(import.meta.dirname, '..', '..')
const OWNER = 'server/posts/transitions.ts'

const TABLE = String.raw`(?:only\s+)?(?:"?public"?\s*\.\s*)?(?:"?posts"?(?![\w$.])|(\$\{))`
const WRITE = new RegExp(
  String.raw`\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+${TABLE}`,
  'gi',
)
/** `for update` and `on conflict … do update` are about other rows; a comment is about nothing that is run. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|--).*$/gm

/** Where a source writes rows of `posts`, or of a table whose name is put together: the lines, from 1. */
export function writesOfPosts(source: string): number[] {
  const code = source.replaceAll(COMMENT_LINE, (line) => ' '.repeat(line.length))
  return [...code.matchAll(WRITE)].map(({ index }) => code.slice(0, index).split('\n').length)
}

/** Functions of the database that write them: where each was last written. */
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

if (process.argv[1] === import.meta.filename) {
  const files = globSync('{bin,core,server}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && file !== OWNER,
  )
  for (const file of files) {
    for (const line of writesOfPosts(readFileSync(join(root, file), 'utf8'))) {
      console.error(`${file}:${line} writes posts, which only ${OWNER} does`)
      process.exitCode = 1
    }
  }
}
