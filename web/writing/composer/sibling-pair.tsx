import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { Columns2, SquareDashed } from '../../ui/icons.ts'
import { useAiStatus } from './ai-status.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, isBeingSent, isDelivered, selectedVariant, type Card } from './draft.ts'
import { changesBehind } from './versions.ts'
import { classNames } from '../../lib/class-names.ts'
import { useLanguage } from '../../lib/language.ts'
import type { Media } from '../media/media-state.ts'
import { PostBody } from '../../posts/editor/post-body.tsx'
import { StateIcon } from '../../posts/post-state.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from './draft-tools.tsx'
import { useCardState } from './use-outcome-row.tsx'
import { useRework } from './use-rework.ts'

interface SiblingPairProps {
  cards: readonly [Card, Card]
  accounts: readonly SocialAccount[]
  ownName: string
  media: Media
  dispatch: (action: ComposerAction) => void
  renderCard: (card: Card) => ReactNode
}

export function SiblingPair({ cards, accounts, ownName, media, dispatch, renderCard }: SiblingPairProps) {
  const t = useTranslations('rework.siblings')
  const composer = useTranslations('composer.languages')
  const rail = useTranslations('cards.rail')
  const { language } = useLanguage()
  const [shown, show] = useState<Card['language']>(language === 'ar' ? 'arabic' : 'english')
  const [isCompared, compare] = useState(false)
  const id = useId()
  const [one, other] = cards
  const behindBy = (card: Card) => (isDelivered(card) ? 0 : changesBehind(card, card === one ? other : one))
  const toFill = (card: Card) => (isDelivered(card) ? 0 : findPlaceholders(contentOf(card)).length)
  const inOrder = cards.toSorted((a, b) => b.language.localeCompare(a.language))

  return (
    <section aria-label={t('title')}>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <div role="tablist" aria-label={t('title')} className="flex rounded-control bg-sunk p-[3px]">
          {inOrder.map((card) => {
            const name = composer(card.language)
            const isShown = !isCompared && card.language === shown
            const count = toFill(card)
            return (
              <button
                key={card.id}
                type="button"
                role="tab"
                id={`${id}-${card.language}`}
                aria-controls={`${id}-${card.language}-panel`}
                aria-selected={isShown}
                aria-label={
                  behindBy(card) > 0
                    ? t('isBehind', { language: name })
                    : count > 0
                      ? t('toFillIn', { language: name, count })
                      : undefined
                }
                tabIndex={card.language === shown ? 0 : -1}
                data-shows={card.id}
                onClick={() => {
                  show(card.language)
                  compare(false)
                }}
                onKeyDown={({ key, currentTarget }) => {
                  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
                  const next = (currentTarget.nextElementSibling ?? currentTarget.previousElementSibling) as HTMLElement
                  next.click()
                  next.focus()
                }}
                className={classNames(
                  'flex min-h-[38px] items-center gap-1.5 rounded-[6px] border px-3 text-14 lg:min-h-7',
                  isShown
                    ? 'border-line bg-surface font-strong text-ink'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {name}
                {isDelivered(card) && <DeliveredIcon card={card} />}
                {count > 0 && behindBy(card) === 0 && (
                  <span aria-hidden="true" className="flex items-center gap-1 text-13 font-text tabular-nums">
                    <SquareDashed size={15} strokeWidth={1.75} />
                    {rail('placesLeft', { count })}
                  </span>
                )}
                {behindBy(card) > 0 && <BehindDot />}
              </button>
            )
          })}
        </div>
        <SiblingStatus
          cards={
            behindBy(one) > 0 || (behindBy(other) === 0 && toFill(one) > toFill(other)) ? [other, one] : [one, other]
          }
          behindBy={behindBy}
          toFill={toFill}
          dispatch={dispatch}
        />
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={isCompared}
          className="ms-auto -me-3 max-[80rem]:hidden"
          onClick={() => compare(!isCompared)}
        >
          {!isCompared && <Columns2 size={16} strokeWidth={1.75} />}
          {t(isCompared ? 'single' : 'compare')}
        </Button>
      </div>
      {isCompared && (
        <div className="grid grid-cols-2 items-start gap-6">
          {inOrder.map((card) => (
            <PostBody
              key={card.id}
              label={composer(card.language)}
              platform={card.platform}
              account={postingAccount(accounts, card.platform, new Date(), card.accountIds?.[card.platform])}
              ownName={ownName}
              content={contentOf(card)}
              hashtags={selectedVariant(card).hashtags}
              media={card.media ?? media}
              isEditing={false}
              onType={() => {}}
            />
          ))}
        </div>
      )}
      {inOrder.map((card) => (
        <div
          key={card.id}
          role="tabpanel"
          id={`${id}-${card.language}-panel`}
          aria-labelledby={`${id}-${card.language}`}
          hidden={isCompared || card.language !== shown}
        >
          {renderCard(card)}
        </div>
      ))}
    </section>
  )
}

function DeliveredIcon({ card }: { card: Card }) {
  const state = useCardState(card)
  return state && <StateIcon state={state} />
}

function BehindDot() {
  return <span aria-hidden="true" className="size-2.5 shrink-0 rounded-pill bg-lily ring-1 ring-lily-ink" />
}

interface SiblingStatusProps {
  cards: readonly [Card, Card]
  behindBy: (card: Card) => number
  toFill: (card: Card) => number
  dispatch: (action: ComposerAction) => void
}

function SiblingStatus({ cards: [ahead, behind], behindBy, toFill, dispatch }: SiblingStatusProps) {
  const t = useTranslations('rework.siblings')
  const composer = useTranslations('composer.languages')
  const hasModel = useAiStatus().data?.fallback === null
  const { running, rework, cancel } = useRework(() => {})
  const [isUpdated, setIsUpdated] = useState(false)
  const count = behindBy(behind)
  const places = toFill(ahead) === 0 ? toFill(behind) : 0
  const language = composer(behind.language)

  async function updateSibling() {
    const item = await rework(ahead, 'translate', null)
    if (!item) return
    dispatch({ type: 'reworked', cardId: behind.id, how: 'brought', text: textOf(item) })
    setIsUpdated(true)
  }

  return (
    <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
      <output>
        {count > 0
          ? t('behind', { count, language })
          : places > 0
            ? t('toFill', { count: places, language })
            : isUpdated
              ? t('brought', { language })
              : t('linked')}
      </output>
      {count + places > 0 && hasModel && (
        <Button size="sm" disabled={isBeingSent(behind)} onClick={running ? cancel : () => void updateSibling()}>
          {running ? t('bringing') : t('bring', { language })}
        </Button>
      )}
    </p>
  )
}
