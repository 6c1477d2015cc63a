import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { limitsFor } from '#core/platforms/limits.ts'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Check } from '../../ui/icons.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { ComposerAction } from './composer-state.ts'
import type { Answers, OutlineTexts, Written } from './composer-model.ts'
import type { Media } from '../media/media-state.ts'
import { asAnswered } from './answers.ts'

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
] as const

interface QuestionsProps {
  texts: OutlineTexts
  answers: Answers
  media: Media
  /** Whether the user has drafts to return to. */
  hasDrafts: boolean
  /**
   * Whether the user has just requested drafts, so that the first question takes the focus. After a reload, the focus
   * does not move.
   */
  takesFocus: boolean
  dispatch: (action: ComposerAction) => void
}

/**
 * Asks three questions about a topic without a source, once for all networks. The answers become part of the drafts.
 */
export function Questions({ texts, answers, media, hasDrafts, takesFocus, dispatch }: QuestionsProps) {
  const t = useTranslations('outline.questions')
  const id = useId()
  const format = useFormatter()
  const card = useRef<HTMLFormElement>(null)
  const { items } = texts
  const count = new Set(items.map(({ platform }) => platform)).size
  const roles = items[0]?.outline?.map(({ role }) => role) ?? []
  const questionAt = (at: number) => KNOWN.find((known) => known === roles[at]) ?? 'other'
  const questions = [questionAt(0), questionAt(1), 'closing'] as const

  useEffect(() => {
    if (takesFocus) card.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [takesFocus])

  function write(given: Answers) {
    dispatch({
      ...texts,
      type: 'written',
      items: items.map((item) => asAnswered<Written>(item, given)),
      isAnswered: true,
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target } = event
    if (event.key !== 'Enter' || event.shiftKey || event.repeat || !(target instanceof HTMLTextAreaElement)) return
    // Ignores an Enter that only ends the composition of a character in an input method.
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey) return write(answers)
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('textarea, [type=submit]')]
    stops[stops.indexOf(target) + 1]?.focus()
  }

  return (
    <>
      <div className="mb-2.5 flex min-h-13 items-center gap-6 ps-2.5 lg:mb-10">
        {PLATFORMS.filter((platform) => items.some((item) => item.platform === platform)).map((platform) => (
          <PlatformBadge key={platform} platform={platform} size={24} />
        ))}
        <p className="text-13 text-ink-soft max-sm:hidden">{t('once')}</p>
      </div>
      <div className="lg:grid lg:grid-cols-[minmax(0,504px)_220px] lg:gap-x-6">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter leads to the next field */}
        <form
          ref={card}
          aria-labelledby={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            write(answers)
          }}
          onKeyDown={onKeyDown}
          className="rises relative rounded-card border border-line bg-surface px-4 py-5 max-md:-mx-1.5 md:px-5.5"
        >
          <Frog
            expression="thinking"
            size="lg"
            className="pointer-events-none absolute end-6 -top-[86px] max-lg:size-18 max-lg:-top-16"
          />
          <h2 id={id} className="title mb-3.5 text-20">
            {t('title')}
          </h2>
          {PLACES.map((place, at) => {
            const answer = answers[place] ?? ''
            const isAnswered = answer.trim() !== ''
            return (
              <label
                key={place}
                className="flex gap-3 border-line pb-3.5 not-last-of-type:mb-3.5 not-last-of-type:border-b"
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    'flex size-7 shrink-0 items-center justify-center rounded-pill text-14 font-strong',
                    isAnswered ? 'bg-pond text-on-pond' : 'bg-sunk',
                  )}
                >
                  {isAnswered ? <Check size={16} strokeWidth={2} /> : format.number(at + 1)}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="mb-2 block pt-1 font-strong">{t(`of.${questions[at] ?? 'other'}`)}</span>
                  <textarea
                    rows={1}
                    dir="auto"
                    value={answer}
                    placeholder={t('optional')}
                    onChange={({ target }) =>
                      dispatch({ type: 'answered', answers: { ...answers, [place]: target.value } })
                    }
                    className="field-sizing-content block min-h-(--control) w-full resize-none rounded-control border border-line-strong bg-surface px-3 py-2 text-16 lg:text-14"
                  />
                </span>
              </label>
            )
          })}
          <div className="mt-1.5 flex flex-wrap items-center gap-1">
            <Button type="submit" variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter">
              {t('write', { count: items.length })}
            </Button>
            <Button variant="quiet" onClick={() => write({})}>
              {t('skip')}
            </Button>
            {hasDrafts && (
              <Button variant="quiet" onClick={() => dispatch({ type: 'questions-closed' })}>
                {t('back')}
              </Button>
            )}
          </div>
        </form>
        <div className="max-lg:mt-4">
          <h3 className="pb-1.5 text-14 font-strong">{t('networks', { count })}</h3>
          <ul>
            {items.map((item) => (
              <NetworkCount key={item.id} item={item} answers={answers} media={media} />
            ))}
          </ul>
          <OwnWords />
        </div>
      </div>
    </>
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
