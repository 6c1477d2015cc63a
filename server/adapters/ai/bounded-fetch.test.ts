import { expect, test } from 'vitest'
import { openFakeModels, type Answer } from '#tests/support/fake-models.ts'
import { boundedFetch } from './bounded-fetch.ts'

const KIB = 1024

/** Counts the bytes of a response that arrive before it is cut off. */
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
    // Wait until the client has closed the connection, as it must once it stops reading.
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
  'stops reading a response of an AI model at its limit of decompressed bytes: %s',
  async (_what, answer, most) => {
    const { bytes, end } = await arrivingOf(answer)
    expect(end).toBe(`The answer is longer than ${most} bytes`)
    expect(bytes).toBeLessThanOrEqual(most)
  },
)

test('returns a complete response of an AI model that is within the size limit', async () => {
  const text = 'a'.repeat(900 * KIB)
  const { bytes, end } = await arrivingOf({ text })
  expect(end).toBe('whole')
  expect(bytes).toBeGreaterThan(text.length)
})
