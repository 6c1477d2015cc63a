import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#core/language.ts'

// Reads the last build, which the tests make first.
const WEB = join(import.meta.dirname, '..', 'dist', 'web')

/** Limits of the compressed scripts that a page loads at first. The composer loads the checks of drafts later. */
const MOST_KB = [
  ['/create', 170],
  ['/', 150],
  ['/schedule', 155],
] as const

interface Pages {
  pages: { path: string; files: Record<Language, string[]> }[]
}

test.each(MOST_KB.flatMap(([path, most]) => LANGUAGES.map((language) => [path, most, language] as const)))(
  'loads the page %s with at most %i KB of initial scripts (%s)',
  (path, most, language) => {
    const { pages } = JSON.parse(readFileSync(join(WEB, 'pages.json'), 'utf8')) as Pages
    const own = pages.find((page) => page.path === path)?.files[language] ?? []
    const html = readFileSync(join(WEB, 'index.html'), 'utf8')
    const shared = Array.from(html.matchAll(/\/assets\/[\w.-]+\.js/g), ([file]) => file)
    const scripts = new Set([...own, ...shared].filter((file) => file.endsWith('.js')))
    expect(scripts.size).toBeGreaterThan(8)
    const sizes = [...scripts].map((file) => statSync(join(WEB, `${file}.br`)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(most)
  },
)
