import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '#core/language.ts'
import { matchesPage } from '#core/page-path.ts'
import { htmlBelow } from '../http/base-path.ts'

/** A page's access and scripts, written by bin/page-files.ts. */
export interface BuiltPage {
  path: string
  access: 'user' | 'guest' | 'anyone' | 'link'
  files: Record<Language, string[]>
}

/** The first lines of a page for signed-in users, with placeholders that `server/pages/opening.ts` fills in. */
export interface BuiltOpening {
  /** HTML of the app's bars around the first lines. `switching` has room for the switch between workspaces. */
  frames: Record<'usual' | 'switching', string>
  /** HTML of the page's first lines, by name of the variant. */
  lines: Record<string, string>
}

export interface BuiltPages {
  at(path: string): BuiltPage
  basePath: string
  template: string
  /** HTML of pages prerendered for guests. */
  prerendered: Record<string, Record<Language, string> | undefined>
  openings: Record<string, Record<Language, BuiltOpening> | undefined>
  fonts: Record<Language, string>
}

/**
 * Reads the build output and adds the base path to its addresses, except in the openings; undefined when the app is not
 * built.
 */
export function builtPages(folder: string, basePath: string): BuiltPages | undefined {
  if (!existsSync(join(folder, 'prerendered.json'))) return undefined
  const template = htmlBelow(readFileSync(join(folder, 'index.html'), 'utf8'), basePath)
  const { pages, fonts } = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as {
    pages: BuiltPage[]
    fonts: BuiltPages['fonts']
  }
  const drawn = JSON.parse(readFileSync(join(folder, 'prerendered.json'), 'utf8')) as {
    pages: BuiltPages['prerendered']
    openings: BuiltPages['openings']
  }
  if (basePath) {
    for (const { files } of pages)
      for (const language of LANGUAGES) files[language] = files[language].map((file) => basePath + file)
    for (const language of LANGUAGES) {
      fonts[language] = basePath + fonts[language]
      for (const page of Object.values(drawn.pages)) if (page) page[language] = htmlBelow(page[language], basePath)
    }
  }
  return {
    basePath,
    // The app's scripts read the base path from the attribute `data-base` (web/lib/base-path.ts).
    template: basePath ? template.replace('<html ', `<html data-base="${basePath}" `) : template,
    prerendered: drawn.pages,
    openings: drawn.openings,
    fonts,
    at(path) {
      const found = pages.find((page) => matchesPage(path, page.path))
      if (!found) throw new Error('pages.json has no page for unknown addresses')
      return found
    },
  }
}

/** A link to the web app manifest in the page's language, which bin/install-files.ts builds. */
export const manifestLink = (language: Language, basePath: string): string =>
  `<link rel="manifest" href="${basePath}/manifest-${language}.webmanifest">`
