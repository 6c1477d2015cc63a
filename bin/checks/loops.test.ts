import { expect, test } from 'vitest'
import { loopsIn } from './loops.ts'

test.each([
  ['a timer', 'const timer = setInterval(() => void look(), 15_000)'],
  ['an endless loop with a pause', 'for (;;) {\n  await look()\n  await pause(1_000)\n}'],
  ['one that counts', 'for (let asked = 1; ; asked++) {\n  await clock.until(soon, signal)\n}'],
  [
    'one that a signal ends',
    'while (!signal.aborted) {\n  try {\n    await look()\n  } finally {\n    await pause(5)\n  }\n}',
  ],
  ['one in a line', 'while (!signal.aborted && isEarly()) await clock.until(time, signal)'],
])('%s is found', (_, source) => {
  expect(loopsIn(`const before = 1\n${source}\nconst after = 2`)).toEqual([2])
})

test.each([
  ['a loop through what there is', 'for (;;) {\n  const page = await next()\n  if (!page) return\n}\nawait pause(5)'],
  ['a pause', 'await pause(1_000)'],
  ['a loop over a list', 'for (const one of all) {\n  await pause(5)\n}'],
])('%s is none', (_, source) => {
  expect(loopsIn(source)).toEqual([])
})
