import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { limitsFor } from '#core/platforms/limits.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { useUser } from '../../lib/session.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { ComposerAction } from './composer-state.ts'
import type { Answers, OutlineTexts, Written } from './composer-model.ts'
import type { Media } from '../media/media-state.ts'
import { asAnswered } from './answers.ts'
import { QuestionForm } from './question-form.tsx'

const PLACES = ['opening', 'body', 'closing'] as const
const KNOWN = [
  'opening_moment',
  'opening_figure',
  'opening_quote',
  'proof',
  'problem',
  'belief',
  'lesson_1',
  'news',
  'whom',
  'view',
  'own_case',
] as const

interface QuestionsProps {
  texts: OutlineTexts
  answers: Answers
  media: Media
  hasDrafts: boolean
  /** Whether the first question takes the focus. */
  takesFocus: boolean
  dispatch: (action: ComposerAction) => void
}

/**
 * Asks three questions about a topic without a source, once for all networks. The answers become part of the drafts.
 */
export function Questions({ texts, answers, media, hasDrafts, takesFocus, dispatch }: QuestionsProps) {
  const t = useTranslations('outline.questions')
  const { items } = texts
  const platforms = [...new Set(items.map(({ platform }) => platform))]
  const roles = items[0]?.outline?.map(({ role }) => role) ?? []
  const questionAt = (at: number) => KNOWN.find((known) => known === roles[at]) ?? 'other'
  const questions = [questionAt(0), questionAt(1), 'closing'] as const

  function write(given: Answers) {
    dispatch({
      ...texts,
      type: 'written',
      items: items.map((item) => asAnswered<Written>(item, given)),
      isAnswered: true,
    })
  }

  return (
    <QuestionForm
      platforms={platforms}
      questions={PLACES.map((key, at) => ({ key, text: t(`of.${questions[at] ?? 'other'}`) }))}
      answers={answers}
      draftCount={items.length}
      takesFocus={takesFocus}
      onAnswer={(given) => dispatch({ type: 'answered', answers: given })}
      onWrite={() => write(answers)}
      onSkip={() => write({})}
      onBack={hasDrafts ? () => dispatch({ type: 'questions-closed' }) : null}
      margin={
        <>
          <h3 className="pb-1.5 text-14 font-strong">{t('networks', { count: platforms.length })}</h3>
          <ul>
            {items.map((item) => (
              <NetworkCount key={item.id} item={item} answers={answers} media={media} />
            ))}
          </ul>
          <OwnWords />
        </>
      }
    />
  )
}

type NetworkCountProps = { item: Written; answers: Answers; media: Media }

/** Shows how many characters of a network's limit the text with the answers uses. */
function NetworkCount({ item, answers, media }: NetworkCountProps) {
  const t = useTranslations('outline.questions')
  const format = useFormatter()
  const { platform, hashtags } = item
  const { textLimit } = limitsFor({ platform })
  const { content } = asAnswered(item, answers)
  const count = countFor(platform, publishedText({ content, hashtags, videos: media.videos }))
  const isOver = count > textLimit
  const figures = { count: format.number(count), limit: format.number(textLimit) }
  return (
    <li className="flex min-h-8 items-center gap-2 text-14">
      <PlatformBadge platform={platform} size={20} />
      <span className="min-w-0 flex-1 truncate">{rulesOf(platform).name}</span>
      <span className="sr-only">{t('count', figures)}</span>
      <span aria-hidden="true" className={classNames('tabular-nums', isOver ? 'text-coral' : 'text-ink-soft')}>
        <strong className={classNames('font-strong', !isOver && 'text-ink')}>{figures.count}</strong> / {figures.limit}
      </span>
      <LilyPad filled={count / textLimit} tone={isOver ? 'coral' : 'pond'} size={24} />
    </li>
  )
}

function OwnWords() {
  const t = useTranslations('outline.questions')
  const { user } = useUser()
  return (
    <section className="mt-2 border-t border-line pt-2.5 text-13">
      <h3 className="text-14 font-strong">{t('ownWords')}</h3>
      <p className="text-ink-soft">{t('ownWordsText')}</p>
      {user?.role === 'admin' && (
        <Link href="/admin/providers" className="inline-flex min-h-11 items-center font-strong text-pond lg:min-h-8">
          {t('connect')}
        </Link>
      )}
    </section>
  )
}
