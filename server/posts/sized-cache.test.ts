import { expect, test } from 'vitest'
import { SizedCache } from './sized-cache.ts'

test('evicts the least recently used values above the size limit', () => {
  const cache = new SizedCache<string>(10)
  cache.set('one', 'a', 4)
  cache.set('two', 'b', 4)
  expect(cache.get('one')).toBe('a')
  cache.set('three', 'c', 4)
  expect(['one', 'two', 'three'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c'])
})

test('counts the size of a replaced value only once', () => {
  const cache = new SizedCache<string>(10)
  cache.set('one', 'a', 4)
  for (const value of ['b', 'c', 'd']) cache.set('two', value, 6)
  expect(['one', 'two'].map((key) => cache.get(key))).toEqual(['a', 'd'])
})
