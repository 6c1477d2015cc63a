import { ApiError, call } from '../../lib/api.ts'
import type { Source } from './source.ts'

/** The uploads of source texts in progress, by source id. Parallel requests wait for the same upload. */
const sending = new Map<string, Promise<unknown>>()

/**
 * Makes a request that contains only the id of a source's text. If the server no longer has the text, uploads it and
 * repeats the request.
 */
export async function withSourceText<Result>(
  source: Pick<Source, 'id' | 'title' | 'content'> | null,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!source || !(error instanceof ApiError) || error.code !== 'source_expired') throw error
    await sendText(source)
    return await request()
  }
}

async function sendText({ id, title, content }: Pick<Source, 'id' | 'title' | 'content'>): Promise<void> {
  const body = { sourceId: id, title: title.slice(0, 1_000), content }
  const sent = sending.get(id) ?? call('POST /api/content/sources', { body }).finally(() => sending.delete(id))
  sending.set(id, sent)
  await sent
}
