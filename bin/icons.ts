import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fontAwesome from '@fortawesome/free-brands-svg-icons'
import * as lucide from 'lucide-react'
import { brandOf, NETWORKS } from '#core/platforms/brands.ts'

// `npm run icons` copies the icons that web/ uses from two packages with thousands of files, so that a start need not
// install these packages.

const ROOT = join(import.meta.dirname, '..')
const UI = 'web/ui'

interface Drawing {
  name: string
  aliases?: string[]
  node: [tag: string, attributes: Record<string, string | undefined>][]
}

/** The generated files by path: one per icon, so that each page loads only its own. */
export function iconFiles(root = ROOT): Map<string, string> {
  const names = usedNames(root)
  const files = new Map<string, string>()
  for (const name of names) files.set(pathOf(name), iconFile(name))
  const made = '// Made by `npm run icons` from the imports in web/.'
  const list = names.map((name) => `export { ${name} } from './icons/${fileName(name)}'`)
  files.set(`${UI}/icons.ts`, [made, "export type { LucideIcon } from './lucide-icon.ts'", ...list, ''].join('\n'))
  files.set(`${UI}/icons/LICENSE`, readFileSync(join(root, 'node_modules/lucide-react/LICENSE'), 'utf8'))
  files.set(`${UI}/brand-icons.ts`, brandFile())
  return files
}

/** The names that files import from `ui/icons.ts`. */
function usedNames(root: string): string[] {
  const names = new Set<string>()
  for (const file of globSync('web/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '[./\w-]*\/icons\.ts'/g)) {
      for (const name of list.split(',').map((part) => part.trim().split(' as ')[0] ?? ''))
        if (name && !name.startsWith('type ')) names.add(name)
    }
  }
  return [...names].toSorted()
}

function iconFile(name: string): string {
  const { name: own, aliases = [], node } = drawingOf(name)
  const shapes = node.map(([tag, attributes]) => [tag, { ...attributes, key: undefined }])
  return `// Made by \`npm run icons\`.
import { lucideIcon } from '../lucide-icon.ts'
export const ${name} = /* @__PURE__ */ lucideIcon('${[own, ...aliases].join(' ')}', ${JSON.stringify(shapes)})
`
}

/** Finds Lucide's drawing of an icon. @throws Error if Lucide has no icon of this name */
function drawingOf(name: string): Drawing {
  const icon = (lucide as unknown as Record<string, { render?: (props: object) => { props: { icon: Drawing } } }>)[name]
  if (!icon?.render) throw new Error(`Lucide has no icon ${name}`)
  return icon.render({}).props.icon
}

function brandFile(): string {
  const marks = NETWORKS.map((network) => `  ${network}: ${JSON.stringify(markOf(brandOf(network).icon))},`)
  const licence = '// Font Awesome Free by @fontawesome, https://fontawesome.com, licence CC BY 4.0.'
  const made = '// Made by `npm run icons` from core/platforms/.'
  return [licence, made, 'export const BRAND_ICONS = {', ...marks, '}', ''].join('\n')
}

/** @throws Error if Font Awesome has no brand icon of this name */
function markOf(name: string): { width: number; height: number; path: unknown } {
  const mark = (fontAwesome as unknown as Record<string, { icon?: readonly unknown[] }>)[name]?.icon
  if (!mark) throw new Error(`Font Awesome has no mark ${name}`)
  return { width: Number(mark[0]), height: Number(mark[1]), path: mark[4] }
}

const fileName = (name: string): string => `${name.replaceAll(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase()}.ts`
const pathOf = (name: string): string => `${UI}/icons/${fileName(name)}`

if (process.argv[1] === import.meta.filename) {
  const files = iconFiles()
  mkdirSync(join(ROOT, UI, 'icons'), { recursive: true })
  for (const file of readdirSync(join(ROOT, UI, 'icons'))) rmSync(join(ROOT, UI, 'icons', file))
  for (const [path, text] of files) writeFileSync(join(ROOT, path), text)
}
