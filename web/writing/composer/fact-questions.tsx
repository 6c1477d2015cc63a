import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import { FACTS_LIMIT } from '#core/writing/options/basic.ts'
import { needsFacts } from '#core/writing/needs-facts.ts'
import { isTopicTooLong, sourceOf, topicOf, type Input } from './composer-model.ts'
import { FACT_QUESTIONS, topicKey, type FactAnswers } from './fact-answers.ts'
import { QuestionForm } from './question-form.tsx'

interface FactQuestionsProps {
  platforms: readonly Platform[]
  draftCount: number
  answers: FactAnswers
  /** Whether the first question takes the focus. */
  takesFocus: boolean
  onAnswer: (answers: FactAnswers) => void
  /** Writes the drafts. `answers` are facts for the model. */
  onWrite: (answers: FactAnswers) => void
  onBack: (() => void) | null
}

/** The maximum length of an answer, so that all answers together fit into the facts. */
const LIMIT = Math.floor(FACTS_LIMIT / FACT_QUESTIONS.length) - 1

/** Asks for facts when a topic contains none, before a model writes. */
export function FactQuestions({ answers, onWrite, ...form }: FactQuestionsProps) {
  const t = useTranslations('outline.questions.facts')
  return (
    <QuestionForm
      {...form}
      questions={FACT_QUESTIONS.map((key) => ({ key, text: t(key) }))}
      answers={answers}
      limit={LIMIT}
      onWrite={() => onWrite(answers)}
      onSkip={() => onWrite({})}
    />
  )
}

/** Whether to ask for facts before a model writes. Frogy asks about each topic once. */
export function asksForFacts(input: Input, askedTopics: readonly string[]): boolean {
  const topic = topicOf(input)
  if (sourceOf(input) || input.facts.trim() !== '' || topic === '' || isTopicTooLong(input)) return false
  const isPersonal =
    input.mode === 'professional'
      ? (input.chosen.voiceTone ?? input.usual.voiceTone) === 'personal'
      : input.contentType === 'personal'
  return !askedTopics.includes(topicKey(topic)) && needsFacts(topic, isPersonal)
}
