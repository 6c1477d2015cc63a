import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Frog } from './frog.tsx'

const EXPRESSIONS = ['happy', 'thinking', 'jumping', 'sleeping'] as const
const SIZES = ['sm', 'md', 'lg', 'xl'] as const

test('renders the frog in four expressions and four sizes, and hides it from screen readers without a label', () => {
  const drawn = EXPRESSIONS.flatMap((expression) =>
    SIZES.map((size) => renderToStaticMarkup(createElement(Frog, { expression, size }))),
  )
  const seen = (pattern: RegExp) => new Set(drawn.map((html) => pattern.exec(html)?.[1]))
  expect(seen(/src="([^"]+)"/).size).toBe(4)
  expect(seen(/width="(\d+)"/).size).toBe(4)
  expect(seen(/alt="([^"]*)"/)).toEqual(new Set(['']))
  expect(renderToStaticMarkup(createElement(Frog, { expression: 'thinking', label: 'Writing' }))).toContain(
    'alt="Writing"',
  )
})
