import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#core/language.ts'

export type Translate = (path: string, values?: Record<string, string>) => RegExp

/** Loads the interface's messages. `t('auth.signIn.submit')` returns a pattern that matches the whole message. */
export async function translator(language: Language): Promise<Translate> {
  const folder = join(import.meta.dirname, '..', '..', 'core', 'messages', language)
  const loaded: Record<string, unknown> = {}
  for (const file of await readdir(folder))
    loaded[file.replace('.json', '')] = JSON.parse(await readFile(join(folder, file), 'utf8'))
  return (path, values = {}) => {
    const text = path
      .split('.')
      .reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], loaded)
    if (typeof text !== 'string') throw new Error(`There is no text ${path}`)
    // In messages, invisible characters isolate the direction of names.
    const filled = Object.entries(values).reduce(
      (pattern, [name, value]) => pattern.replaceAll(String.raw`\{${name}\}`, `\u2068?${RegExp.escape(value)}\u2069?`),
      // Accept a plain space for each no-break space, because Playwright converts them in accessible names.
      text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('\u00A0', '[\u00A0 ]'),
    )
    return new RegExp(`^${filled}$`)
  }
}
