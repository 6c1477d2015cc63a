/** How a reader failed on its input: `tooMuch` memory, or `crashed`. Undefined for a bug in the reader. */
export function failureOf(error: unknown): 'tooMuch' | 'crashed' | undefined {
  if (!(error instanceof Error)) return undefined
  const isMemory = /allocation failed|out of memory|invalid (?:string|array|typed array|array buffer) length/i
  if (isMemory.test(error.message)) return 'tooMuch'
  return error instanceof RangeError ? 'crashed' : undefined
}
