const MIB = 1024 * 1024

/**
 * Size limit of a model's response, many times the size of a post. Models also send reasoning, and one event per token.
 */
const ANSWER_LIMIT_BYTES = MIB
/** Size limit of an error response, which only the log needs. */
const ERROR_LIMIT_BYTES = 64 * 1024

/**
 * Fails a response above its size limit. Counts decompressed bytes as they arrive, against zip bombs. Follows no
 * redirect, which would send the API key and prompt to an unknown address.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { redirect: 'manual', ...init })
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
