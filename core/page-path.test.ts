import { expect, test } from 'vitest'
import { isAtPage } from './page-path.ts'

test.each([
  ['/create', '/create', true],
  ['/create/', '/create', true],
  ['/create/more', '/create', false],
  ['/', '/', true],
  ['/unconfirmed/7', '/unconfirmed/:id', true],
  ['/unconfirmed', '/unconfirmed/:id', false],
  ['/unconfirmed/7/8', '/unconfirmed/:id', false],
  ['/whatever/there/is', '*', true],
])('%s at %s: %s', (path, page, isThere) => {
  expect(isAtPage(path, page)).toBe(isThere)
})
