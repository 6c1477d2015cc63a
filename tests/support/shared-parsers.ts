import { openParsers, type Parsers } from '#server/reading/parsing/parser-pool.ts'

let opened: Parsers | undefined

/** Parser processes that all servers of this test process use, because starting one takes a second. */
export function sharedParsers(): Parsers {
  const { parse } = (opened ??= openParsers({ processes: 3, idleMs: 120_000 }))
  // Keep the parser processes for the next server. They end together with the test process.
  return { parse, [Symbol.asyncDispose]: () => Promise.resolve() }
}
