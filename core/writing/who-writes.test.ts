import { expect, test } from 'vitest'
import { whoToTellOf, whoWrites } from './who-writes.ts'

const good = { configured: true, connected: true }
const refused = { configured: true, connected: false }
const none = { configured: false, connected: false }

test('LinkedIn is Anthropic’s, the others OpenAI’s, and whoever is configured alone writes for all', () => {
  expect(whoWrites('linkedin', () => true)).toBe('anthropic')
  expect(whoWrites('threads', () => true)).toBe('openai')
  expect(whoWrites('linkedin', (vendor) => vendor === 'openai')).toBe('openai')
  expect(whoWrites('threads', () => false)).toBeUndefined()
})

test('whose key is refused is told of where they would be asked, however well the other one answers', () => {
  const states = { openai: good, anthropic: refused }
  expect(whoToTellOf(['linkedin'], states)).toBe('anthropic')
  expect(whoToTellOf(['twitter', 'linkedin'], states)).toBe('anthropic')
  expect(whoToTellOf(['twitter'], states)).toBe('openai')
  expect(whoToTellOf(['linkedin'], { openai: good, anthropic: none })).toBe('openai')
  expect(whoToTellOf([], { openai: none, anthropic: none })).toBeUndefined()
})
