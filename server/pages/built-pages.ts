import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#core/language.ts'
import { matchesPage } from '#core/page-path.ts'

/** What the build says of a page: who it is for, and the scripts that it begins with. See bin/page-files.ts. */
export interface BuiltPage {
  path: string
  access: 'user' | 'guest' | 'anyone'
  files: Record<Language, string[]>
}

export interface BuiltPages {
  at(path: string): BuiltPage
  template: string
  /** The HTML of pages that were drawn when Frogy was built, for somebody who is not signed in. */
  prerendered: Record<string, Record<Language, string> | undefined>
  /** What the dashboard begins with, to be filled in; where nothing was connected or written yet, with less in it. */
  openings: Record<Language, Record<'usual' | 'beginning', string>>
  fonts: Record<Language, string>
}

/** Reads what was built into `folder`; undefined when nothing was. */
export function builtPages(folder: string): BuiltPages | undefined {
  if (!existsSync(join(folder, 'prerendered.json'))) return undefined
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const { pages, fonts } = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as {
    pages: BuiltPage[]
    fonts: BuiltPages['fonts']
  }
  const drawn = JSON.parse(readFileSync(join(folder, 'prerendered.json'), 'utf8')) as {
    pages: BuiltPages['prerendered']
    openings: BuiltPages['openings']
  }
  return {
    template,
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

/** What the browser offers to install the page by, in the page's language. See bin/install-files.ts. */
export const manifestLink = (language: Language): string =>
  `<link rel="manifest" href="/manifest-${language}.webmanifest">`
