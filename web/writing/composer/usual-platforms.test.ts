import { expect, test } from 'vitest'
import { usualPlatforms } from './usual-platforms.ts'

const CHOICE = { platforms: ['linkedin'], connected: ['linkedin'], defaults: ['linkedin'] } as const

test('chooses the connected networks before the user has chosen', () => {
  expect(usualPlatforms(['linkedin'], ['linkedin', 'twitter'], null)).toEqual(['linkedin', 'twitter'])
  expect(usualPlatforms(['linkedin'], ['threads'], null)).toEqual(['threads'])
})

test('chooses the default networks while none is connected, or if the user has set them', () => {
  expect(usualPlatforms(['linkedin'], [], null)).toEqual(['linkedin'])
  expect(usualPlatforms(['facebook'], ['linkedin', 'twitter'], null)).toEqual(['facebook'])
})

test('keeps the last choice', () => {
  const connected = ['linkedin', 'twitter'] as const
  expect(usualPlatforms(['linkedin'], connected, { ...CHOICE, connected })).toEqual(['linkedin'])
})

test('adds networks that were connected after the last choice', () => {
  expect(usualPlatforms(['linkedin'], ['twitter', 'linkedin'], CHOICE)).toEqual(['linkedin', 'twitter'])
})

test('forgets the last choice when the user sets other default networks', () => {
  expect(usualPlatforms(['threads'], ['linkedin'], CHOICE)).toEqual(['threads'])
})
