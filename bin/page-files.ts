import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { LANGUAGES, type Language } from '#core/language.ts'
import { NOT_FOUND, PAGES, type PageRoute } from '../web/app/routes.ts'

const WEB = join(import.meta.dirname, '..', 'web')
/** The module that draws every page. */
const DRAWING_MODULE = 'web/app/draw-app.tsx'
/** The layout of every signed-in page. */
const LAYOUT = 'web/app/layout.tsx'
const FONTS: Record<Language, string> = { en: 'hanken-grotesk.woff2', ar: 'plex-arabic-400.woff2' }

/**
 * Writes `pages.json`: the files that each page needs first in each language, which the server preloads. Also inlines
 * boot.js, so that no page waits for it.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const pages = [...PAGES, NOT_FOUND].map(({ path, access, file, messages }) => ({
        path,
        access,
        files: byLanguage((language) => filesOf(bundle, { file, access, messages }, language)),
      }))
      const fonts = byLanguage((language) => builtFont(bundle, FONTS[language]))
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify({ pages, fonts }) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const boot = readFileSync(join(WEB, 'public', 'boot.js'), 'utf8')
        return html.replace('<script src="/boot.js"></script>', () => `<script>${withoutComments(boot)}</script>`)
      },
    },
  }
}

const byLanguage = <T>(make: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>

const withoutComments = (script: string) => script.replaceAll(/^ *\/\/.*\n/gm, '')

function filesOf(
  bundle: Rollup.OutputBundle,
  { file, access, messages }: Pick<PageRoute, 'file' | 'access' | 'messages'>,
  language: Language,
): string[] {
  const sources = [
    DRAWING_MODULE,
    `web/${file}`,
    ...(access === 'user' ? [LAYOUT] : []),
    ...['app', ...messages].map((feature) => `core/messages/${language}/${feature}.json`),
  ]
  const files = new Set<string>()
  for (const source of sources) withImports(bundle, chunkOf(bundle, source), files)
  // Leave out the files that index.html loads itself.
  const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  const named = new Set<string>()
  if (entry) withImports(bundle, entry.fileName, named)
  return [...files.difference(named)].map((name) => `/${name}`)
}

function chunkOf(bundle: Rollup.OutputBundle, source: string): string {
  const found = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(`/${source}`)),
  )
  if (!found) throw new Error(`${source} is in no built file`)
  return found.fileName
}

function withImports(bundle: Rollup.OutputBundle, name: string, files: Set<string>): void {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || files.has(name)) return
  files.add(name)
  for (const one of chunk.imports) withImports(bundle, one, files)
}

function builtFont(bundle: Rollup.OutputBundle, name: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name))
  if (!found) throw new Error(`The font ${name} was not built`)
  return `/${found.fileName}`
}
