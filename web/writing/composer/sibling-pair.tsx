import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { Columns2 } from '../../ui/icons.ts'
import { useAiStatus } from './ai-status.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, isBeingSent, isDelivered, selectedVariant, type Card } from './draft.ts'
import { changesBehind } from './versions.ts'
import { classNames } from '../../lib/class-names.ts'
import type { Media } from '../media/media-state.ts'
import { PostBody } from '../../posts/editor/post-body.tsx'
import { StateIcon } from '../../posts/post-state.tsx'
import { Button } from '../../ui/button.tsx'
import { reworkedText } from './use-text-tools.ts'
import { useCardState } from './use-outcome-row.tsx'
import { useRework } from './use-rework.ts'

interface SiblingPairProps {
  cards: readonly [Card, Card]
  shown: Card['language']
  accounts: readonly SocialAccount[]
  ownName: string
  media: Media
  dispatch: (action: ComposerAction) => void
  renderCard: (card: Card, languages?: { tabs: ReactNode; status: ReactNode }) => ReactNode
  onShow: (language: Card['language']) => void
}

/** A text in two languages. The switch between them is in the corner of its box. */
export function SiblingPair({
  cards,
  shown,
  accounts,
  ownName,
  media,
  dispatch,
  renderCard,
  onShow,
}: SiblingPairProps) {
  const t = useTranslations('rework.siblings')
  const composer = useTranslations('composer.languages')
  const [isCompared, compare] = useState(false)
  const id = useId()
  const [one, other] = cards
  const behindBy = (card: Card) => (isDelivered(card) ? 0 : changesBehind(card, card === one ? other : one))
  const toFill = (card: Card) => (isDelivered(card) ? 0 : findPlaceholders(contentOf(card)).length)
  const inOrder = cards.toSorted((a, b) => b.language.localeCompare(a.language))
  const tabId = (language: Card['language']) => `${id}-${language}`

  const tabs = (
    <div role="tablist" aria-label={t('title')} className="ms-auto flex shrink-0 rounded-control bg-sunk p-[3px]">
      {inOrder.map((card) => (
        <LanguageTab
          key={card.id}
          id={tabId(card.language)}
          card={card}
          isShown={!isCompared && card.language === shown}
          isStop={card.language === shown}
          isBehind={behindBy(card) > 0}
          blanks={toFill(card)}
          onShow={() => {
            onShow(card.language)
            compare(false)
            // The language tabs move to the draft in the other language, so the focus must follow them.
            requestAnimationFrame(() => document.getElementById(tabId(card.language))?.focus({ preventScroll: true }))
          }}
        />
      ))}
    </div>
  )
  const status = (
    <div className="mb-2 border-t border-line pt-2.5">
      <SiblingStatus
        cards={
          behindBy(one) > 0 || (behindBy(other) === 0 && toFill(one) > toFill(other)) ? [other, one] : [one, other]
        }
        behindBy={behindBy}
        toFill={toFill}
        dispatch={dispatch}
      />
      <Button variant="quiet" size="sm" className="-ms-3 max-[80rem]:hidden" onClick={() => compare(true)}>
        <Columns2 size={16} strokeWidth={1.75} />
        {t('compare')}
      </Button>
    </div>
  )

  return (
    <section aria-label={t('title')}>
      {isCompared && (
        <>
          <div className="mb-2.5 flex items-center">
            <Button variant="quiet" size="sm" className="-ms-3" onClick={() => compare(false)}>
              {t('single')}
            </Button>
            {tabs}
          </div>
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
        </>
      )}
      {inOrder.map((card) => {
        const isShown = !isCompared && card.language === shown
        return (
          <div
            key={card.id}
            role="tabpanel"
            id={`${tabId(card.language)}-panel`}
            aria-labelledby={tabId(card.language)}
            hidden={!isShown}
          >
            {isShown && isDelivered(card) && <div className="mb-2 flex">{tabs}</div>}
            {renderCard(card, isShown ? { tabs, status } : undefined)}
          </div>
        )
      })}
    </section>
  )
}

interface LanguageTabProps {
  id: string
  card: Card
  isShown: boolean
  /** Whether the Tab key reaches this language tab. Arrow keys reach the other tab. */
  isStop: boolean
  isBehind: boolean
  blanks: number
  onShow: () => void
}

function LanguageTab({ id, card, isShown, isStop, isBehind, blanks, onShow }: LanguageTabProps) {
  const t = useTranslations('rework.siblings')
  const composer = useTranslations('composer.languages')
  const name = composer(card.language)
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-controls={`${id}-panel`}
      aria-selected={isShown}
      aria-label={
        isBehind
          ? t('isBehind', { language: name })
          : blanks > 0
            ? t('toFillIn', { language: name, count: blanks })
            : undefined
      }
      tabIndex={isStop ? 0 : -1}
      onClick={onShow}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
        ;((currentTarget.nextElementSibling ?? currentTarget.previousElementSibling) as HTMLElement).click()
      }}
      className={classNames(
        'flex min-h-[38px] items-center gap-1.5 rounded-[6px] border px-2.5 text-13 lg:min-h-6.5',
        isShown ? 'border-line bg-surface font-strong text-ink' : 'border-transparent text-ink-soft hover:text-ink',
      )}
    >
      {name}
      {isDelivered(card) && <DeliveredIcon card={card} />}
      {(isBehind || blanks > 0) && <LilyDot />}
    </button>
  )
}

function DeliveredIcon({ card }: { card: Card }) {
  const state = useCardState(card)
  return state && <StateIcon state={state} />
}

/** A dot for a text that lacks changes of the other language, or that has placeholders to fill in. */
function LilyDot() {
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
    const item = await rework(ahead, 'translate', null, contentOf(ahead))
    if (!item) return
    dispatch({ type: 'reworked', cardId: behind.id, how: 'brought', text: reworkedText(item) })
    setIsUpdated(true)
  }

  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-ink-soft">
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
