import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { WriterError } from './writer.ts'

test('shortens an error that repeats a long model answer, so that the log stays short', () => {
  const cause = new Error(`JSON parsing failed: ${'['.repeat(900_000)}`)
  const error = new WriterError('failed', new Error('No object generated', { cause }))
  expect(inspect(error, { maxStringLength: null })).toContain('No object generated: JSON parsing failed: [[[')
  expect(inspect(error, { maxStringLength: null }).length).toBeLessThan(5_000)
})

test('keeps a short error of an AI model unchanged', () => {
  const cause = new TypeError('fetch failed')
  expect(new WriterError('failed', cause).cause).toBe(cause)
})
