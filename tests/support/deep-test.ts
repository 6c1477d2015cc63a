import { test } from 'vitest'
import { DEPTH } from './depth.ts'

/** A test that only `npm run test:all` runs, because it costs too much for every change. */
export const deepTest: (name: string, run: () => Promise<void>) => void = DEPTH === 'all' ? test : () => {}
