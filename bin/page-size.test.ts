import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#core/language.ts'

// Reads the last build, which the tests make first.
const WEB = join(import.meta.dirname, '..', 'dist', 'web')

/** Limits the compressed scripts that the composer loads before a draft exists. The checks of drafts load later. */
const MOST_KB = 186

interface Pages {
  pages: { path: string; files: Record<Language, string[]> }[]
}

test.each(LANGUAGES)(`loads at most ${MOST_KB} KB of scripts for the composer (%s)`, (language) => {
  const { pages } = JSON.parse(readFileSync(join(WEB, 'pages.json'), 'utf8')) as Pages
  const own = pages.find(({ path }) => path === '/create')?.files[language] ?? []
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
  const shared = Array.from(html.matchAll(/\/assets\/[\w.-]+\.js/g), ([path]) => path)
  const scripts = new Set([...own, ...shared].filter((path) => path.endsWith('.js')))
  expect(scripts.size).toBeGreaterThan(8)
  const sizes = [...scripts].map((path) => statSync(join(WEB, `${path}.br`)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(MOST_KB)
})
