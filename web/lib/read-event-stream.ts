/**
 * Reads the events of a response.
 * @param onPiece called for any data, including keep-alive comments
 */
export async function readEventStream(
  response: Response,
  onEvent: (data: unknown) => void,
  onPiece: () => void,
): Promise<{ text: string; hasFailed: boolean }> {
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = (await pieces?.read()) ?? { value: undefined, done: true }
    if (done || value === undefined) throw new Error('The answer ended before it was whole')
    onPiece()
    text += value
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, name, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (name === 'done' || name === 'failed') return { text: data, hasFailed: name === 'failed' }
      if (name !== undefined) onEvent(JSON.parse(data))
    }
  }
}
