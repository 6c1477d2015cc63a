import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { withSourceText } from './with-source-text.ts'

const SOURCE = { id: 's1', title: 'Nine days for a signature', content: 'Approvals are slow.' }
const expired = () => new ApiError('', { status: 404, code: 'source_expired' })

let sent: unknown[]
beforeEach(() => {
  sent = []
  const { fetch } = globalThis
  globalThis.fetch = async (address, init) => {
    sent.push([address, JSON.parse(init?.body as string)])
    return new Response(null, { status: 204 })
  }
  onTestFinished(() => void (globalThis.fetch = fetch))
})
const TEXT = [
  '/api/content/sources',
  { sourceId: 's1', title: 'Nine days for a signature', content: 'Approvals are slow.' },
]

/** Makes a request that fails until the source's text has been sent. */
const request = async () => (sent.length > 0 ? 'written' : Promise.reject(expired()))

test("does not send the source's text while the server has it", async () => {
  expect(await withSourceText(SOURCE, async () => 'written')).toBe('written')
  expect(sent).toEqual([])
})

test('sends an expired source text once for parallel requests, and then repeats the requests', async () => {
  const answers = await Promise.all([withSourceText(SOURCE, request), withSourceText(SOURCE, request)])
  expect(answers).toEqual(['written', 'written'])
  expect(sent).toEqual([TEXT])
})

test('reports a missing source text after the retry, and every other error immediately', async () => {
  await expect(withSourceText(SOURCE, () => Promise.reject(expired()))).rejects.toMatchObject({
    code: 'source_expired',
  })
  expect(sent).toEqual([TEXT])
  const failed = new ApiError('', { status: 502, code: 'writer_failed' })
  await expect(withSourceText(SOURCE, () => Promise.reject(failed))).rejects.toBe(failed)
  await expect(withSourceText(null, () => Promise.reject(expired()))).rejects.toMatchObject({ code: 'source_expired' })
  expect(sent).toEqual([TEXT])
})
