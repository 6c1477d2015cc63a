import { ApiError, call } from '../../lib/api.ts'
import type { Source } from './source.ts'

/** Texts that are being sent, by source, so that parallel requests send a text only once. */
const sending = new Map<string, Promise<unknown>>()

/**
 * Makes a request that names a source by its id. If the server no longer has the text, sends the text and repeats the
 * request.
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
