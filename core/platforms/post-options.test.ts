import { expect, test } from 'vitest'
import { splitThread } from '../posts/split-thread.ts'
import { PLATFORMS } from './platform.ts'
import { optionsOn, unknownOptions } from './options-of-network.ts'
import { countFor, overflowStart, takenBy } from './text-count.ts'
import { chosenOptions, type PostOptions } from './post-options.ts'
import { textIssues } from './text-issues.ts'

const ALL: PostOptions = { visibility: 'unlisted', contentWarning: 'Food', isSilent: true, hasLinkPreview: false }

test('keeps only the post options that differ from the defaults', () => {
  expect(chosenOptions(ALL)).toEqual(ALL)
  expect(chosenOptions({ contentWarning: ' ', isSilent: false, hasLinkPreview: true })).toBeNull()
  // `public` is stored as a choice, because the account may have another default.
  expect(chosenOptions({ visibility: 'public' })).toEqual({ visibility: 'public' })
})

test('keeps only the options of a post that its network has', () => {
  expect(optionsOn('mastodon', ALL)).toEqual({ visibility: 'unlisted', contentWarning: 'Food' })
  expect(optionsOn('telegram', ALL)).toEqual({ isSilent: true, hasLinkPreview: false })
  expect(unknownOptions('telegram', ALL)).toEqual(['visibility', 'contentWarning'])
  for (const platform of PLATFORMS.filter((name) => name !== 'mastodon' && name !== 'telegram'))
    expect(optionsOn(platform, ALL)).toBeNull()
})

test('counts the graphemes of a content warning with those of the text', () => {
  const taken = takenBy({ contentWarning: ' 👨‍👩‍👧 https://example.com/a/long/link ' })
  expect(taken).toBe('x https://example.com/a/long/link'.length)
  const account = { platform: 'mastodon', taken } as const
  expect(textIssues(account, 'a'.repeat(500 - taken), 0)).toEqual([])
  expect(textIssues(account, 'a'.repeat(501 - taken), 0)).toEqual([
    { kind: 'too-long', count: 501, limit: 500, over: 1 },
  ])
  expect(overflowStart(account, 'a'.repeat(500))).toBe(500 - taken)
  const parts = splitThread('A sentence of some words. '.repeat(60), account)
  expect(Math.max(...parts.map((part) => countFor('mastodon', part)))).toBeLessThanOrEqual(500 - taken)
})

test('requires a picture in a post to a server that accepts only posts with pictures', () => {
  const account = { platform: 'mastodon', needsMedia: true } as const
  expect(textIssues(account, 'A text', 0)).toEqual([{ kind: 'needs-media', software: 'Pixelfed' }])
  expect(textIssues(account, 'A text', 1)).toEqual([])
})
