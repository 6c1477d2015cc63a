import { expect, test } from 'vitest'
import { BARE_TOPIC_FILES, measureBareTopics } from './bare-topics.ts'

test.each(BARE_TOPIC_FILES)(
  'marks made-up facts in drafts written from only a topic, and marks few correct drafts: %s',
  (file) => {
    const { inventions, marked, honest, honestMarked } = measureBareTopics(file)
    expect(honest).toBeGreaterThan(10)
    expect(marked / inventions).toBeGreaterThanOrEqual(0.95)
    expect(honestMarked / honest).toBeLessThan(0.1)
  },
)
