import { expect, test } from 'vitest'
import { whoToTellOf, whoWrites } from './who-writes.ts'

const good = { configured: true, connected: true }
const refused = { configured: true, connected: false }
const none = { configured: false, connected: false }

test('assigns LinkedIn to Anthropic and the others to OpenAI, or all to the only vendor', () => {
  expect(whoWrites('linkedin', () => true)).toBe('anthropic')
  expect(whoWrites('threads', () => true)).toBe('openai')
  expect(whoWrites('linkedin', (vendor) => vendor === 'openai')).toBe('openai')
  expect(whoWrites('threads', () => false)).toBeUndefined()
})

test('reports the vendor with a refused key even if the other one responds', () => {
  const states = { openai: good, anthropic: refused }
  expect(whoToTellOf(['linkedin'], states)).toBe('anthropic')
  expect(whoToTellOf(['twitter', 'linkedin'], states)).toBe('anthropic')
  expect(whoToTellOf(['twitter'], states)).toBe('openai')
  expect(whoToTellOf(['linkedin'], { openai: good, anthropic: none })).toBe('openai')
  expect(whoToTellOf([], { openai: none, anthropic: none })).toBeUndefined()
})
