import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import { testDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { startProcess } from '../support/processes.ts'
import { simulatorAt, type SimulatorControl } from '../support/simulator.ts'

export { expect } from '@playwright/test'

/** A real Frogy with its simulator, for one journey through the product. */
export interface Site {
  url: string
  dataDir: string
  simulator: SimulatorControl
}

export const test = base.extend<{ site: Site; environment: Record<string, string> }>({
  /** What this Frogy is started with besides. */
  environment: [{}, { option: true }],
  /** On no journey does a page hold anything that its policy refuses. */
  context: async ({ context }, use) => {
    const refused: string[] = []
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await use(context)
    expect(refused).toEqual([])
  },
  site: async ({ locale, environment }, use) => {
    await using database = await testDatabase()
    const simulatorPort = await freePort()
    // The machine's own language is the person's, as on a computer at home.
    await using frogy = await startProcess({
      DATA_DIR: database.dataDir,
      SIMULATOR_PORT: String(simulatorPort),
      LANG: locale,
      ...environment,
    })
    const simulator = simulatorAt(`http://127.0.0.1:${simulatorPort}`)
    await use({ url: frogy.url, dataDir: database.dataDir, simulator })
  },
})

export type Language = 'en' | 'ar'

/** The interface's own texts in a language, by file and path: `say('auth.signIn.submit')`. They match whole names. */
export async function texts(language: Language): Promise<(path: string, values?: Record<string, string>) => RegExp> {
  const folder = join(import.meta.dirname, '..', '..', 'core', 'messages', language)
  const loaded: Record<string, unknown> = {}
  for (const name of [
    'accounts',
    'app',
    'auth',
    'composer',
    'confirm',
    'dashboard',
    'errors',
    'notifications',
    'posts',
  ]) {
    loaded[name] = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
  }
  return (path, values = {}) => {
    const text = path
      .split('.')
      .reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], loaded)
    if (typeof text !== 'string') throw new Error(`There is no text ${path}`)
    // Names inside a sentence are isolated by invisible marks, which a person does not see either.
    const filled = Object.entries(values).reduce(
      (pattern, [name, value]) => pattern.replaceAll(String.raw`\{${name}\}`, `\u2068?${RegExp.escape(value)}\u2069?`),
      text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    return new RegExp(`^${filled}$`)
  }
}

/** Everybody can read and use what is on the page just now. */
export async function noFault(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
