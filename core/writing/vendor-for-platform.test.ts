import { expect, test } from 'vitest'
import { vendorToReport, vendorForPlatform } from './vendor-for-platform.ts'

const good = { configured: true, connected: true }
const refused = { configured: true, connected: false }
const none = { configured: false, connected: false }

test('assigns LinkedIn drafts to Anthropic and other drafts to OpenAI, or all drafts to the only configured vendor', () => {
  expect(vendorForPlatform('linkedin', () => true)).toBe('anthropic')
  expect(vendorForPlatform('threads', () => true)).toBe('openai')
  expect(vendorForPlatform('linkedin', (vendor) => vendor === 'openai')).toBe('openai')
  expect(vendorForPlatform('threads', () => false)).toBeUndefined()
})

test('reports the vendor that rejects its key, even if the other one responds', () => {
  const states = { openai: good, anthropic: refused }
  expect(vendorToReport(['linkedin'], states)).toBe('anthropic')
  expect(vendorToReport(['twitter', 'linkedin'], states)).toBe('anthropic')
  expect(vendorToReport(['twitter'], states)).toBe('openai')
  expect(vendorToReport(['linkedin'], { openai: good, anthropic: none })).toBe('openai')
  expect(vendorToReport([], { openai: none, anthropic: none })).toBeUndefined()
})
