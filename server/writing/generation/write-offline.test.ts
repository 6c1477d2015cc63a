import { afterEach, expect, test, vi } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'
import { offlineWriter } from './write-offline.ts'

afterEach(() => vi.useRealTimers())

const taskFor = (platform: Platform): WritingTask => ({
  platform,
  language: 'english',
  topic: 'Seven signatures for one order',
  contentType: 'educational',
  tone: 'professional',
  source: null,
})

test("delays a user's second request for drafts until the slow first request ends", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reading = Promise.withResolvers<unknown>()
  const parse = (() => reading.promise) as Parsers['parse']
  const write = offlineWriter({ parse, async [Symbol.asyncDispose]() {} })
  const { signal } = new AbortController()
  const press = Promise.all([
    write([taskFor('linkedin')], 'layla', signal),
    write([taskFor('twitter')], 'layla', signal),
  ])
  vi.advanceTimersByTime(20_000)
  reading.resolve([{ content: 'Four had never refused one.', hashtags: [] }])
  const drafts = (await press).flat()
  expect(drafts.map(({ platform, content }) => `${platform}: ${content}`)).toEqual([
    'linkedin: Four had never refused one.',
    'twitter: Four had never refused one.',
  ])
})
