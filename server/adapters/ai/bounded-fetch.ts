const MIB = 1024 * 1024

/** Many times what a post takes, with all that models tell besides: what they thought, their tokens one by one. */
const ANSWER_LIMIT_BYTES = MIB
/** An error is words for a log. */
const ERROR_LIMIT_BYTES = 64 * 1024

/**
 * `fetch` for servers that write: an answer breaks off with an error where it grows too long, and its connection is closed.
 * Counted as unpacked, as it arrives, so that neither a flood nor few bytes that become many are ever held.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  if (!answer.body) return answer
  return new Response(answer.body.pipeThrough(atMost(answer.ok ? ANSWER_LIMIT_BYTES : ERROR_LIMIT_BYTES)), answer)
}

function atMost(limitBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = limitBytes
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length
      if (left < 0) controller.error(new Error(`The answer is longer than ${limitBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
