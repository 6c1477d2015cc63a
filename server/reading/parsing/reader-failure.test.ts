import { expect, test } from 'vitest'
import { failureOf } from './reader-failure.ts'

function errorOf(act: () => unknown): unknown {
  try {
    act()
    return null
  } catch (error) {
    return error
  }
}

function endless(depth: number): number {
  return endless(depth + 1) + 1
}

test.for<[string, () => unknown, string | undefined]>([
  ['too deep a recursion', () => endless(0), 'crashed'],
  ['a code point that does not exist', () => String.fromCodePoint(-1), 'crashed'],
  ['too long a text', () => 'x'.repeat(2 ** 29).padEnd(2 ** 30), 'tooMuch'],
  ['too large a buffer', () => new ArrayBuffer(2 ** 52), 'tooMuch'],
  ['a bug', () => (undefined as unknown as string).length, undefined],
])("classifies the failure of a file's parser: %s", ([, act, right]) => {
  expect(failureOf(errorOf(act))).toBe(right)
})
