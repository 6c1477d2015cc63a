import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fragment, isValidElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'

const mark = jsx('b', {})
/** Shows a wrapped text as `<text>`, and any other element as its name. */
const shown = (child: unknown): unknown => {
  if (Array.isArray(child)) return child.map(shown)
  if (!isValidElement(child)) return child
  const { type, props } = child as ReactElement<{ children?: unknown }>
  return type === 'span' ? `<${String(props.children)}>` : type
}
const childrenOf = (element: ReactElement) => shown((element.props as { children?: unknown }).children)

test.each([
  ['text beside an element', [mark, 'Send'], ['b', '<Send>']],
  ['text beside an absent element', [false, 'Send'], [false, '<Send>']],
  ['numbers', [mark, 0], ['b', '<0>']],
  ['neighbouring texts as one', [3, ' ', 'posts', mark, '!'], ['<3 posts>', null, null, 'b', '<!>']],
  ['texts around an absent element', ['a', null, 'b', mark], ['<ab>', null, null, 'b']],
  ['text in a list', [[mark, 'Send']], [['b', '<Send>']]],
  ['no white space', [mark, ' ', mark], ['b', ' ', 'b']],
])('wraps the text children of an element: %s', (_what, children, right) => {
  expect(childrenOf(jsxs('button', { children }))).toEqual(right)
  expect(childrenOf(jsxs(Fragment, { children }))).toEqual(right)
})

test('wraps a text that is the only child of a fragment, but not of an element', () => {
  expect(childrenOf(jsx('p', { children: 'Send' }))).toBe('Send')
  expect(childrenOf(jsx(Fragment, { children: 'Send' }))).toBe('<Send>')
})

test('adds no element around texts inside elements that may contain only text, such as option', () => {
  for (const type of ['option', 'title', 'textarea', 'text'] as const)
    expect(childrenOf(jsxs(type, { children: [3, ' posts'] }))).toEqual([3, ' posts'])
})

test('keeps the key of a wrapped text while a sibling before it appears and disappears', () => {
  const keyOf = (children: unknown[]) =>
    (jsxs('p', { children }).props as { children: ReactElement[] }).children.at(-1)?.key
  expect(keyOf([mark, 'Send'])).toBe(keyOf([false, 'Send']))
})

test('compiles every component with the JSX runtime that wraps texts', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')
  expect(read('web/tsconfig.json')).toContain('"jsxImportSource": "#jsx"')
  expect(read('vite.config.ts')).toContain("react({ jsxImportSource: '#jsx' })")
  const others = globSync('web/**/*.tsx', { cwd: join(import.meta.dirname, '..', '..') }).filter((file) =>
    /@jsxImportSource|from 'react\/jsx/.test(read(file)),
  )
  expect(others).toEqual([])
})

test('finds no component of the web app that returns a text without an element', () => {
  const root = join(import.meta.dirname, '..', '..')
  const found = globSync('web/**/*.tsx', { cwd: root }).flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(COMPONENT), ([, name, body = '']) =>
      BARE_TEXT.test(body) ? [`${file}: ${name}`] : [],
    ).flat(),
  )
  expect(found).toEqual([])
})

const COMPONENT = /^(?:export (?:default )?)?function ([A-Z]\w*)\([^]*?\{\n([^]*?)\n\}$/gm
/** Matches a component that returns a translation, a number or joined texts. Ignores functions inside the component. */
const BARE_TEXT =
  /^ {2}(?:if \([^\n]*\) )?return (?:t\(|format\.|String\(|`|\w+(?:\.[^\n]*)?(?:\n {4}\.[^\n]*)*\n? {0,4}\.join\()/m
