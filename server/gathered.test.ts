import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** Whoever answers: what they were asked, all at once each time, and when they answer that. */
function answerer() {
  const asked: { all: string[]; answer: () => void; fail: () => void }[] = []
  let onAsked = () => {}
  const ask = gathered((all: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    asked.push({ all, answer: () => resolve(all.map((one) => `${one}!`)), fail: () => reject(new Error('away')) })
    onAsked()
    return promise
  })
  const whenAsked = async (times: number) => {
    while (asked.length < times) await new Promise<void>((resolve) => (onAsked = resolve))
    return asked
  }
  return { ask, whenAsked }
}

test('what is asked for at once is asked in one question, and each is given their own answer', async () => {
  const { ask, whenAsked } = answerer()
  const answers = Promise.all([ask('one'), ask('two'), ask('one')])
  const [first] = await whenAsked(1)
  expect(first?.all).toEqual(['one', 'two', 'one'])
  first?.answer()
  expect(await answers).toEqual(['one!', 'two!', 'one!'])
})

test('who asks while a question is under way is answered by the next, and after one that failed, too', async () => {
  const { ask, whenAsked } = answerer()
  const failed = ask('one')
  const [first] = await whenAsked(1)
  const later = Promise.all([ask('two'), ask('three')])
  first?.fail()
  await expect(failed).rejects.toThrow('away')
  const [, second] = await whenAsked(2)
  expect(second?.all).toEqual(['two', 'three'])
  second?.answer()
  expect(await later).toEqual(['two!', 'three!'])
})

test('nobody waits for ever behind a question that is never answered', async () => {
  const { ask, whenAsked } = answerer()
  void ask('lost')
  await whenAsked(1)
  const answer = ask('two')
  const [, second] = await whenAsked(2)
  second?.answer()
  expect(await answer).toBe('two!')
})
