import { expect, test } from 'vitest'
import { loopsIn } from './loops.ts'

test.each([
  ['a timer', 'const timer = setInterval(() => void look(), 15_000)'],
  ['an endless loop with a pause', 'for (;;) {\n  await look()\n  await pause(1_000)\n}'],
  ['a counting loop with a pause', 'for (let asked = 1; ; asked++) {\n  await clock.until(soon, signal)\n}'],
  [
    'a loop that a signal ends',
    'while (!signal.aborted) {\n  try {\n    await look()\n  } finally {\n    await pause(5)\n  }\n}',
  ],
  ['a loop on one line', 'while (!signal.aborted && isEarly()) await clock.until(time, signal)'],
])('reports a loop or timer that repeats work with pauses: %s', (_, source) => {
  expect(loopsIn(`const before = 1\n${source}\nconst after = 2`)).toEqual([2])
})

test.each([
  ['a loop over pages', 'for (;;) {\n  const page = await next()\n  if (!page) return\n}\nawait pause(5)'],
  ['a pause', 'await pause(1_000)'],
  ['a loop over a list', 'for (const one of all) {\n  await pause(5)\n}'],
])('accepts code without repeated work: %s', (_, source) => {
  expect(loopsIn(source)).toEqual([])
})
