import { expect, test } from 'vitest'
import { obviousPlatforms, usualPlatforms } from './usual-platforms.ts'

const CHOICE = { platforms: ['linkedin'], connected: ['linkedin'], defaults: ['linkedin'] } as const

test("preselects the connected networks before the user's first choice", () => {
  expect(usualPlatforms(['linkedin'], ['linkedin', 'twitter'], null)).toEqual(['linkedin', 'twitter'])
  expect(usualPlatforms(['linkedin'], ['threads'], null)).toEqual(['threads'])
})

test('preselects the default networks while no network is connected, or if the user has set default networks', () => {
  expect(usualPlatforms(['linkedin'], [], null)).toEqual(['linkedin'])
  expect(usualPlatforms(['facebook'], ['linkedin', 'twitter'], null)).toEqual(['facebook'])
})

test('preselects the networks that the user chose last', () => {
  const connected = ['linkedin', 'twitter'] as const
  expect(usualPlatforms(['linkedin'], connected, { ...CHOICE, connected })).toEqual(['linkedin'])
})

test("also preselects networks that were connected after the user's last choice", () => {
  expect(usualPlatforms(['linkedin'], ['twitter', 'linkedin'], CHOICE)).toEqual(['linkedin', 'twitter'])
})

test('preselects the default networks again when the user changed that default after the last choice of networks', () => {
  expect(usualPlatforms(['threads'], ['linkedin'], CHOICE)).toEqual(['threads'])
})

test('for a single post, preselects the last chosen networks that are connected, or the only connected network', () => {
  expect(obviousPlatforms(['twitter', 'threads'], { ...CHOICE, platforms: ['linkedin', 'threads'] })).toEqual([
    'threads',
  ])
  expect(obviousPlatforms(['twitter'], null)).toEqual(['twitter'])
  expect(obviousPlatforms(['linkedin', 'twitter'], null)).toEqual([])
})
