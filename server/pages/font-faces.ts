import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the app's `@font-face` rules, for pages without its stylesheet; empty when the app is not built. */
export function fontFaces(folder: string): string {
  const assets = join(folder, 'assets')
  if (!existsSync(assets)) return ''
  const styles = readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
  // The addresses in the stylesheet are relative to its folder, `assets`. Make them relative to the page.
  return [...styles.join('').matchAll(/@font-face\{[^}]*\}/g)].join('').replaceAll('url(./', 'url(assets/')
}
