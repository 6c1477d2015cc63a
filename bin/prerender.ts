import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { LANGUAGES, type Language } from '#core/language.ts'
import { PRERENDERED } from '../web/app/routes.ts'

type Draw = (path: string, language: Language) => Promise<string>

/** Draws the pages that are the same for everybody, in each language, and keeps them beside the built files. */
export async function prerender(configFile: string, folder: string): Promise<void> {
  const outDir = join(folder, 'prerender')
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: 'app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
  })
  const { draw } = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as { draw: Draw }
  const drawn: Record<string, Partial<Record<Language, string>>> = {}
  for (const path of PRERENDERED) {
    drawn[path] = {}
    // One after the other: the app speaks one language at a time.
    for (const language of LANGUAGES) drawn[path][language] = await draw(path, language)
  }
  await writeFile(join(folder, 'web', 'prerendered.json'), JSON.stringify(drawn))
  await rm(outDir, { recursive: true })
}
