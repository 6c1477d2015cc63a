/** Depth of this run: `gate` for every change (`npm test`), `all` for everything (`npm run test:all`). */
export const DEPTH: 'gate' | 'all' = process.env['FROGY_TEST_DEPTH'] === 'gate' ? 'gate' : 'all'

/** Picks a number of runs for this depth. */
export const byDepth = <Value>(values: { gate: Value; all: Value }): Value => values[DEPTH]
