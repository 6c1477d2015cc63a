import { expect, test } from 'vitest'
import { writeOffline } from '#core/writing/offline-writer.ts'
import { sixteenRequests } from './offline-requests.ts'
import { countsOfSixteen, faultsOfSixty, sixtyRequests } from './offline.ts'

test('without an AI model, writes sixty drafts that fit their sources, limits and language, without repetition', () => {
  const drafts = sixtyRequests().map((request) => ({ request, draft: writeOffline(request) }))
  expect(drafts).toHaveLength(60)
  expect(drafts.filter(({ draft }) => draft.outline)).toHaveLength(12)
  expect(faultsOfSixty(drafts)).toEqual([])
})

test('without an AI model, writes sixteen drafts that copy no article, add to the topic, and credit its author', () => {
  const drafts = sixteenRequests().map((request) => ({
    request,
    draft: writeOffline({ ...request.given, ...request.task }),
  }))
  expect(drafts).toHaveLength(16)
  expect(countsOfSixteen(drafts)).toMatchObject({
    copiedSentences: 0,
    unquotedSentences: 0,
    unattributed: 0,
    topicsReturned: 0,
  })
})
