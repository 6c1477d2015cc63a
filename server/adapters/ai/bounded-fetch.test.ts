import { expect, test } from 'vitest'
import { openFakeModels, type Answer } from '#tests/support/fake-models.ts'
import { boundedFetch } from './bounded-fetch.ts'

const KIB = 1024

/** How much of an answer arrives before it breaks off. */
async function arrivingOf(answer: Answer): Promise<{ bytes: number; end: string }> {
  await using models = await openFakeModels()
  models.answer = () => answer
  const { body } = await boundedFetch(`${models.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Write.' }] }),
  })
  let bytes = 0
  try {
    for await (const piece of body ?? []) bytes += piece.length
    return { bytes, end: 'whole' }
  } catch (error) {
    // Whoever reads no further keeps no connection either.
    await models.asked[0]?.cut
    return { bytes, end: (error as Error).message }
  }
}

test.each([
  ['an answer', { flood: 'plain' }, 1024 * KIB],
  ['a packed answer', { flood: 'packed' }, 1024 * KIB],
  ['an error', { flood: 'plain', status: 500 }, 64 * KIB],
  ['a packed error', { flood: 'packed', status: 400 }, 64 * KIB],
] as [string, Answer, number][])(
  'no more is read of %s than it may have, as it is unpacked',
  async (_what, answer, most) => {
    const { bytes, end } = await arrivingOf(answer)
    expect(end).toBe(`The answer is longer than ${most} bytes`)
    expect(bytes).toBeLessThanOrEqual(most)
  },
)

test('what is not longer arrives whole', async () => {
  const text = 'a'.repeat(900 * KIB)
  const { bytes, end } = await arrivingOf({ text })
  expect(end).toBe('whole')
  expect(bytes).toBeGreaterThan(text.length)
})
