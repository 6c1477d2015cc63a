import { expect, test } from 'vitest'
import { matchesPage } from './page-path.ts'

test.each([
  ['/create', '/create', true],
  ['/create/', '/create', true],
  ['/create/more', '/create', false],
  ['/', '/', true],
  ['/unconfirmed/7', '/unconfirmed/:id', true],
  ['/unconfirmed', '/unconfirmed/:id', false],
  ['/unconfirmed/7/8', '/unconfirmed/:id', false],
  ['/whatever/there/is', '*', true],
])('matches the path %s against the page pattern %s with the result %s', (path, page, isThere) => {
  expect(matchesPage(path, page)).toBe(isThere)
})
