import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { LANGUAGES, type Language } from '#core/language.ts'
import { PRERENDERED } from '../web/app/routes.ts'
import type { BuiltOpening } from '../server/pages/built-pages.ts'
import { SITE_PAGES, type DrawnPage } from '../web/landing/site-pages.ts'

interface Drawing {
  draw(path: string, language: Language): Promise<string>
  openingPaths: readonly string[]
  drawOpening(path: string, language: Language): Promise<BuiltOpening>
  drawSitePage(path: string, language: Language): Promise<DrawnPage>
  drawBadges(): Record<string, string>
  drawQuestion(): string
}

/** Renders the pages that are the same for all visitors, in each language, next to the built files. */
export async function prerender(configFile: string, folder: string): Promise<void> {
  const outDir = join(folder, 'prerender')
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: 'app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
  })
  // Hide Node's own storage, which pages would read while they render. It would only warn that it has no file.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined })
  const made = pathToFileURL(join(outDir, 'prerender.js')).href
  const { draw, openingPaths, drawOpening, drawSitePage, drawBadges, drawQuestion } = (await import(made)) as Drawing
  const drawn: Record<string, Partial<Record<Language, string>>> = {}
  for (const path of PRERENDERED) {
    drawn[path] = {}
    // Draw pages one after another, because the app has one current language.
    for (const language of LANGUAGES) drawn[path][language] = await draw(path, language)
  }
  const openings: Record<string, Partial<Record<Language, BuiltOpening>>> = {}
  for (const path of openingPaths) {
    openings[path] = {}
    for (const language of LANGUAGES) openings[path][language] = await drawOpening(path, language)
  }
  await writeFile(join(folder, 'web', 'prerendered.json'), JSON.stringify({ pages: drawn, openings }))
  const pages: Record<string, Partial<Record<Language, DrawnPage>>> = {}
  for (const path of SITE_PAGES) {
    pages[path] = {}
    for (const language of LANGUAGES) pages[path][language] = await drawSitePage(path, language)
  }
  await writeFile(
    join(folder, 'web', 'site.json'),
    JSON.stringify({ pages, badges: drawBadges(), question: drawQuestion() }),
  )
  await rm(outDir, { recursive: true })
}
