import type { Person } from './person.ts'

/** Makes a streaming call and yields its events by name. If the call fails, it yields only the status. */
export async function* streamEvents(
  who: Person,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<{ name: string; data: unknown }> {
  const response = await who.fetch(path, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  if (!response.headers.get('content-type')?.includes('event-stream')) {
    yield { name: 'status', data: response.status }
    return
  }
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, name, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      // An event without a name only keeps the connection alive.
      if (name !== undefined) yield { name, data: JSON.parse(data) as unknown }
    }
  }
}
