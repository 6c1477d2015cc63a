/** How much this run tests: `gate` with every change (`npm test`), or `all` (`npm run test:all`). */
export const DEPTH: 'gate' | 'all' = process.env['FROGY_TEST_DEPTH'] === 'gate' ? 'gate' : 'all'

/** Picks the value for this run: one for the gate, the other for all tests. */
export const byDepth = <Value>(values: { gate: Value; all: Value }): Value => values[DEPTH]
