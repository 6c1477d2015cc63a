import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as lucide from 'lucide-react'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as icons from '../web/ui/icons.ts'
import { iconFiles } from './icons.ts'

const root = join(import.meta.dirname, '..')
const made = iconFiles()

test.each([...made])('keeps the generated file %s equal to the output of `npm run icons`', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('leaves no generated file for an icon that no page uses', () => {
  const files = readdirSync(join(root, 'web/ui/icons')).map((name) => `web/ui/icons/${name}`)
  expect(files.filter((path) => !made.has(path))).toEqual([])
})

test.each(Object.keys(icons))('renders the icon %s with the same markup as the package lucide-react', (name) => {
  const markup = (all: object, props: object) =>
    renderToStaticMarkup(createElement((all as Record<string, ComponentType>)[name] ?? '', props))
  const looks = [
    {},
    { size: 18, strokeWidth: 1.75, className: 'shrink-0 text-pond' },
    { 'aria-label': 'Bookmark' },
    { role: 'img', fill: 'currentColor' },
    { 'aria-hidden': undefined, style: { color: 'red' }, 'data-kind': 'x' },
  ]
  for (const look of looks) expect(markup(icons, look)).toBe(markup(lucide, look))
})
