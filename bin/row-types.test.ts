import { expect, test } from 'vitest'
import { rowTypes } from './row-types.ts'

const column = { table: 'late_posts', name: 'id', type: 'uuid', required: true, checks: [] as string[] }

test('generates an interface for a table, and adds null to the types of nullable columns', () => {
  const made = rowTypes([column, { ...column, name: 'seen_at', type: 'timestamp with time zone', required: false }], {})
  expect(made).toContain('late_posts: LatePosts')
  expect(made).toContain('export interface LatePosts {\n  id: string\n  seen_at: Date | null\n}')
})

test('generates a union type for a text column with fixed values', () => {
  const checks = ['CHECK ((length(mood) < 9))', "CHECK ((mood = ANY (ARRAY['good'::text, 'it''s bad'::text])))"]
  const made = rowTypes([{ ...column, name: 'mood', type: 'text', required: false, checks }], {})
  expect(made).toContain(`  mood: 'good' | "it's bad" | null\n`)
  const called = [" select value in ('good', 'bad') "]
  expect(rowTypes([{ ...column, name: 'mood', type: 'text', checks: called }], {})).toContain(
    "  mood: 'good' | 'bad'\n",
  )
})

test('imports the TypeScript types that are listed for JSON columns', () => {
  const made = rowTypes([{ ...column, name: 'steps', type: 'jsonb' }], { 'late_posts.steps': 'AttemptStep[]' })
  expect(made).toContain('  steps: AttemptStep[]\n')
  expect(made).toContain("import type { AttemptStep } from '#core/posts/timeline.ts'\n")
  expect(rowTypes([{ ...column, name: 'steps', type: 'jsonb' }], {})).toContain('  steps: unknown\n')
})

test('rejects a column of an unknown type, and a type listed for a column that no longer exists', () => {
  expect(() => rowTypes([{ ...column, type: 'point' }], {})).toThrow('no type for point, which late_posts.id is')
  expect(() => rowTypes([column], { 'late_posts.gone': 'string' })).toThrow('no column late_posts.gone')
})
