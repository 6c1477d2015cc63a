import { FACTS_LIMIT } from '#core/writing/options/basic.ts'

export const FACT_QUESTIONS = ['moment', 'figure', 'words'] as const

/** The author's answers to the questions that Frogy asks before a model writes. */
export type FactAnswers = Partial<Record<(typeof FACT_QUESTIONS)[number], string>>

const MOST_TOPICS = 50

/** Normalizes a topic, so that letter case, spaces and punctuation do not matter. */
export const topicKey = (topic: string): string =>
  topic
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 200)

export const withAskedTopic = (topics: readonly string[], topic: string): string[] =>
  [...topics.filter((known) => known !== topicKey(topic)), topicKey(topic)].slice(-MOST_TOPICS)

/** The facts with the answers, one per line. */
export function factsWith(facts: string, answers: FactAnswers): string {
  const given = FACT_QUESTIONS.map((key) => answers[key]?.trim().replaceAll(/\s*\n\s*/gu, ' ') ?? '')
  return [facts.trim(), ...given]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, FACTS_LIMIT)
}
