import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { USER_AGENT, site } from '#tests/support/test-pages.ts'
import { openLinkCards } from './link-cards.ts'
import type { CardReaders } from './readers.ts'

const CARD = { title: 'The third quay', description: null, picture: null }

/** Opens link cards with a simulated parser that gives these results, one after another. */
function cardsWith(allowHosts: string[], results: ((signal: AbortSignal) => Promise<unknown>)[], cardMs = 10_000) {
  const faults: unknown[] = []
  const readers = {
    parse: async (_reader: string, _bytes: unknown, _about: unknown, signal: AbortSignal) =>
      await results.shift()?.(signal),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as CardReaders
  const cards = openLinkCards({ allowHosts, userAgent: USER_AGENT }, { cardMs, pictureMs: cardMs }, readers, (fault) =>
    faults.push(fault),
  )
  return { cards, faults }
}

const untilTimeout = async (signal: AbortSignal) => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason as Error))
  return await promise
}

test.each([
  ['was busy', async () => await Promise.reject(new AppError('parser_busy', { retryAfterMs: 1 })), 10_000],
  ['was ended, because the time was over', untilTimeout, 100],
] as const)('reads a link card again on the next call if its parser %s', async (_what, first, cardMs) => {
  await using place = await site((_request, response) => response.end('<title>The third quay</title>'))
  const host = `127.0.0.1:${place.port}`
  const { cards, faults } = cardsWith([host], [first, async () => await Promise.resolve(CARD)], cardMs)
  const link = { url: `http://${host}/`, language: 'en' } as const
  expect(await cards.cardOf(link)).toBe('unread')
  expect(await cards.cardOf(link)).toMatchObject({ title: 'The third quay' })
  expect(faults).toEqual([])
  await cards[Symbol.asyncDispose]()
})

test('caches that a page has no link card, and finishes reading the page when a caller stops waiting', async () => {
  await using place = await site((_request, response) => response.end('<p>'))
  const host = `127.0.0.1:${place.port}`
  const { promise: parsed, resolve } = Promise.withResolvers<unknown>()
  const { cards } = cardsWith([host], [async () => await parsed])
  const link = { url: `http://${host}/`, language: 'en' } as const
  expect(await cards.cardOf(link, 1)).toBe('unread')
  resolve(null)
  expect(await cards.cardOf(link)).toBeNull()
  expect(await cards.cardOf(link)).toBeNull()
  expect(place.connections).toBe(1)
  await cards[Symbol.asyncDispose]()
})
