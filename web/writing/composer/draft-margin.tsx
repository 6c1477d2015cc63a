import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { openingOf } from '#core/cut-text.ts'
import { withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { postLink } from '#core/posts/post-link.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { Link2, Trash2 } from '../../ui/icons.ts'
import type { Media } from '../media/media-state.ts'
import { Counter } from '../../posts/editor/counter.tsx'
import { HashtagList } from '../../posts/editor/hashtag-list.tsx'
import { PostBlockers } from '../../posts/editor/post-blockers.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'
import { PostTo } from './post-to.tsx'
import { findCardBlockers, textOf } from './card-blockers.ts'

/** The specification's length for Professional. A longer text gets a hint, unless the user asked for one. */
const RECOMMENDED = 2_000

const WRITER_NAMES = { openai: 'OpenAI', anthropic: 'Anthropic' }

export function DraftName({ card, isOutline }: { card: Card; isOutline: boolean }) {
  const t = useTranslations('composer')
  const variant = selectedVariant(card)
  const language = t(`languages.${card.language}`)
  const writer =
    variant.source === 'offline'
      ? t(isOutline ? 'margin.outline' : 'margin.offline')
      : (variant.model ?? (variant.source && WRITER_NAMES[variant.source]))
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <PlatformBadge platform={card.platform} size={24} />
      <div className="min-w-0">
        <h2 className="text-14 leading-5 font-strong">{rulesOf(card.platform).name}</h2>
        <p className="line-clamp-2 text-13 text-ink-soft">
          {writer ? t('margin.writer', { language, writer: isolate(writer) }) : language}
        </p>
      </div>
    </div>
  )
}

export function DraftMargin({
  card,
  media,
  cutOff,
  accounts,
  isJustSaved,
  hasTypingBar,
  others: drafted,
  claims,
  outline,
  onDiscard,
  dispatch,
}: {
  card: Card
  media: Media
  cutOff: readonly Platform[]
  accounts: readonly SocialAccount[]
  isJustSaved: boolean
  hasTypingBar: boolean
  others: readonly Platform[]
  claims: ReactNode
  outline: ReactNode
  onDiscard: () => void
  dispatch: (action: ComposerAction) => void
}) {
  const t = useTranslations('composer')
  const warnings = useTranslations('cards.warnings')
  const variant = selectedVariant(card)
  // Whether the text is not stored: the draft changed elsewhere, or the server refused the text.
  const hasConflict = card.draft?.elsewhere !== undefined || card.draft?.refused !== undefined
  const text = textOf(card, media)
  const others = card.variants.filter(({ id }) => id !== variant.id)
  const link = missingLink(card, text)
  return (
    <div className="relative flex flex-col text-14">
      <div className="flex items-center gap-x-2 gap-y-3 max-lg:min-h-11 max-lg:pe-9 lg:flex-col lg:items-start">
        <div className="max-lg:hidden lg:pe-9">
          <DraftName card={card} isOutline={Boolean(outline)} />
        </div>
        {/* On a phone, the bar below the text shows the counter. Screen readers still read this one. */}
        <div className={classNames(hasTypingBar && 'max-lg:sr-only')}>
          <Counter platform={card.platform} text={text} />
        </div>
      </div>
      <div className="mt-3 flex flex-col">
        <PostBlockers
          blockers={findCardBlockers(card, media, cutOff)}
          content={contentOf(card)}
          textWith={(content) => publishedText({ content, hashtags: variant.hashtags, videos: media.videos })}
          onShorten={(content) => dispatch({ type: 'reworked', cardId: card.id, how: 'fitted', text: { content } })}
        >
          {card.choices && card.choices.contentLength !== 'comprehensive' && contentOf(card).length > RECOMMENDED && (
            <p className="border-t-2 border-lily py-2.5 text-13 text-coral">
              {t('margin.recommended', { limit: RECOMMENDED })}
            </p>
          )}
          {variant.warnings.map(
            (warning) =>
              warning !== 'too_long' && (
                <p key={warning} className="border-t-2 border-lily py-2.5 text-13">
                  {warnings(warning)}
                </p>
              ),
          )}
        </PostBlockers>
      </div>
      {outline}
      {claims}
      {link && (
        <Section>
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3"
            onClick={() => {
              const content = `${contentOf(card).trimEnd()}\n\n${link}`
              dispatch({ type: 'reworked', cardId: card.id, how: 'linked', text: { content } })
            }}
          >
            <Link2 size={17} strokeWidth={1.75} />
            {t('margin.addLink')}
          </Button>
        </Section>
      )}
      <p aria-live="polite" className="text-13 text-ink-soft">
        {card.edit !== null && <span className="block border-t border-line py-2">{t('margin.unsaved')}</span>}
        {card.edit === null && isJustSaved && !hasConflict && (
          <span className="block border-t border-line py-2">{t('margin.saved')}</span>
        )}
      </p>
      <Section>
        <HashtagList
          hashtags={variant.hashtags}
          onChange={(hashtags) => dispatch({ type: 'hashtags-changed', cardId: card.id, hashtags })}
        />
      </Section>
      <Section>
        <PostTo
          card={card}
          accounts={accounts}
          drafted={drafted}
          onToggle={(platform) => dispatch({ type: 'target-toggled', cardId: card.id, platform })}
          onAccountChoose={(platform, accountId) =>
            dispatch({ type: 'account-chosen', cardId: card.id, platform, accountId })
          }
        />
      </Section>
      {others.length > 0 && (
        <Section>
          <h3 className="font-strong">{t('margin.otherOptions')}</h3>
          <ul className="mt-1">
            {others.map((other, at) => (
              <li key={other.id}>
                <OtherOption
                  number={at + 2}
                  text={other.content}
                  onChoose={() => dispatch({ type: 'variant-chosen', cardId: card.id, variantId: other.id })}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {/* Last in the order of Tab, so that users do not reach it by accident. */}
      <IconButton
        label={t('actions.discard')}
        onClick={onDiscard}
        className="absolute -end-3 top-0 hover:text-coral lg:-end-2"
      >
        <Trash2 size={17} strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

function missingLink({ platform, writtenFrom, edit }: Card, text: string): string | null {
  if (platform === 'instagram' || edit !== null || postLink(text)) return null
  return writtenFrom?.source?.url ?? null
}

function Section({ children }: { children: ReactNode }) {
  return <div className="border-t border-line py-2.5">{children}</div>
}

function OtherOption({ number, text, onChoose }: { number: number; text: string; onChoose: () => void }) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const opening = openingOf(withoutPlaceholders(text).trim(), 90)
  return (
    <button
      type="button"
      aria-label={t('option', { number, opening })}
      onClick={onChoose}
      className="flex min-h-11 w-full items-baseline gap-2 rounded-control py-1 text-start text-ink-soft hover:text-ink lg:min-h-0"
    >
      <span>{format.number(number)}</span>
      <bdi className="line-clamp-2">{opening}</bdi>
    </button>
  )
}
