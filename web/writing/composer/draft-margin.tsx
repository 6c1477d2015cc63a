import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { postLink } from '#core/posts/post-link.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { limitedAccount } from '../../accounts/limited-account.ts'
import { useDates } from '../../lib/dates.ts'
import { useDollars } from '../../lib/dollars.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useNow } from '../../lib/use-now.ts'
import { useFreeSlots } from '../../planning/picker/use-free-slots.ts'
import { Check, Link2, Scissors } from '../../ui/icons.ts'
import type { Media } from '../media/media-state.ts'
import { BlockerList } from '../../posts/editor/blocker-list.tsx'
import { Counter } from '../../posts/editor/counter.tsx'
import { HashtagList } from '../../posts/editor/hashtag-list.tsx'
import { PostBlockers } from '../../posts/editor/post-blockers.tsx'
import { TagMarks } from '../../posts/tags/tag-marks.tsx'
import { Button } from '../../ui/button.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'
import { PostAs } from './post-as.tsx'
import { findCardBlockers, textOf } from './card-blockers.ts'
import { splitCard, threadOf } from './thread.ts'
import { useStoredDrafts } from './use-stored-drafts.ts'

const useNotes = lazyModule(() => import('./draft-notes.tsx'))

/**
 * The recommended maximum length in Professional mode, from the specification. Longer texts get a hint, unless a long
 * text was requested.
 */
const RECOMMENDED = 2_000

const DAY_MS = 86_400_000
const WRITER_NAMES = { openai: 'OpenAI', anthropic: 'Anthropic' }

interface DraftMarginProps {
  card: Card
  cards: readonly Card[]
  media: Media
  cutOff: readonly Platform[]
  accounts: readonly SocialAccount[]
  isJustSaved: boolean
  postPlatforms: readonly Platform[]
  /** Says that the translation lacks recent changes. */
  language: ReactNode
  claims: ReactNode
  outline: ReactNode
  dispatch: (action: ComposerAction) => void
  onSchedule: () => void
}

export function DraftMargin({
  card,
  cards,
  media,
  cutOff,
  accounts,
  isJustSaved,
  postPlatforms,
  language,
  claims,
  outline,
  dispatch,
  onSchedule,
}: DraftMarginProps) {
  const t = useTranslations('composer')
  const variant = selectedVariant(card)
  const notes = useNotes(true, () => {})
  // Whether the text is not stored, because the draft changed in another tab or the server refused the text.
  const hasConflict = card.draft?.elsewhere !== undefined || card.draft?.refused !== undefined
  const text = textOf(card, media)
  const link = missingLink(card, text)
  const threads = useTranslations('cards.thread')
  const thread = threadOf(card)
  const [stored] = useStoredDrafts([card])
  const blockers = findCardBlockers(card, media, cutOff, accounts)
  const mayBeThread =
    !thread &&
    rulesOf(card.platform).threads &&
    blockers.some(
      ({ platform, issue, isComment }) => platform === card.platform && issue.kind === 'too-long' && !isComment,
    )
  return (
    <div className="flex flex-col text-14">
      <div className="mb-3 flex items-center justify-between gap-2">
        {thread ? (
          <span className="text-14 text-ink-soft">{threads('count', { count: thread.length })}</span>
        ) : (
          <Counter
            platform={card.platform}
            text={text}
            hasPictures={media.pictures.length > 0}
            accountId={card.accountIds?.[card.platform]}
            taken={takenBy(card.options)}
          />
        )}
        <p aria-live="polite" className="text-end text-13 text-ink-soft">
          {card.edit !== null && <span className="sr-only">{t('margin.unsaved')}</span>}
          {card.edit === null && isJustSaved && !hasConflict && (
            <span className="appears flex items-center gap-1 whitespace-nowrap">
              <Check size={16} strokeWidth={1.75} className="shrink-0 text-pond" />
              <span aria-hidden="true">{t('margin.savedShort')}</span>
              <span className="sr-only">{t('margin.saved')}</span>
            </span>
          )}
        </p>
      </div>
      {thread && <BlockerList blockers={blockers} />}
      {mayBeThread && (
        <Button
          size="sm"
          className="mb-2 self-start"
          onClick={() => {
            const { textLimit } = limitedAccount(accounts, card.platform, card.accountIds?.[card.platform])
            const parts = splitCard(card, contentOf(card), { textLimit, taken: takenBy(card.options) })
            dispatch({ type: 'thread-changed', cardId: card.id, parts })
          }}
        >
          <Scissors size={16} strokeWidth={1.75} />
          {threads('make')}
        </Button>
      )}
      <PostBlockers
        blockers={thread ? [] : blockers}
        content={contentOf(card)}
        textWith={(content) => publishedText({ content, hashtags: variant.hashtags, videos: media.videos })}
        onShorten={(content) => dispatch({ type: 'reworked', cardId: card.id, how: 'fitted', text: { content } })}
      >
        {card.choices && card.choices.contentLength !== 'comprehensive' && contentOf(card).length > RECOMMENDED && (
          <p className="border-t-2 border-lily py-2.5 text-13 text-coral">
            {t('margin.recommended', { limit: RECOMMENDED })}
          </p>
        )}
        {notes && (
          <notes.DraftNotes
            card={card}
            cards={cards}
            media={media}
            platforms={postPlatforms}
            isOutline={Boolean(outline)}
            hasClaims={Boolean(claims)}
            dispatch={dispatch}
          />
        )}
      </PostBlockers>
      {language}
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
      <Section>
        <HashtagList
          hashtags={variant.hashtags}
          onChange={(hashtags) => dispatch({ type: 'hashtags-changed', cardId: card.id, hashtags })}
        />
      </Section>
      {stored?.tagIds && (
        <Section>
          <TagMarks tagIds={stored.tagIds} />
        </Section>
      )}
      <PostAs
        card={card}
        accounts={accounts}
        onChoose={(platform, accountId) => dispatch({ type: 'account-chosen', cardId: card.id, platform, accountId })}
      />
      <NextFreeTime platforms={postPlatforms} onChange={onSchedule} />
      <Section>
        <Writer card={card} isOutline={Boolean(outline)} />
      </Section>
    </div>
  )
}

function NextFreeTime({ platforms, onChange }: { platforms: readonly Platform[]; onChange: () => void }) {
  const t = useTranslations('cards.nextTime')
  const dates = useDates()
  const now = useNow()
  const [next] = useFreeSlots(platforms, undefined).free
  if (!next) return null
  const time = dates.time(next)
  const inDays = (days: number) => dates.dayKey(new Date(now.getTime() + days * DAY_MS))
  const key = dates.dayKey(next)
  return (
    <Section>
      <p className="text-13 text-ink-soft">{t('label')}</p>
      <p className="flex items-center justify-between gap-2">
        <span className="font-strong">
          {key === inDays(0)
            ? t('today', { time })
            : key === inDays(1)
              ? t('tomorrow', { time })
              : t('at', { day: dates.day(next), time })}
        </span>
        <Button variant="quiet" size="sm" className="-me-3 font-strong text-pond" onClick={onChange}>
          {t('change')}
        </Button>
      </p>
    </Section>
  )
}

function Writer({ card, isOutline }: { card: Card; isOutline: boolean }) {
  const t = useTranslations('composer')
  const dollars = useDollars()
  const variant = selectedVariant(card)
  const language = t(`languages.${card.language}`)
  const cost = variant.costMicros != null && dollars(variant.costMicros)
  const writer =
    variant.source === 'offline'
      ? t(isOutline ? 'margin.outline' : 'margin.offline')
      : (variant.model ?? (variant.source && WRITER_NAMES[variant.source]))
  return (
    <p className="text-13 break-words text-ink-soft">
      {writer ? t('margin.writer', { language, writer: isolate(writer) }) : language}
      {cost && ` · ${cost}`}
    </p>
  )
}

function missingLink({ platform, writtenFrom, edit }: Card, text: string): string | null {
  if (!rulesOf(platform).hasLinksInText || edit !== null || postLink(text)) return null
  return writtenFrom?.source?.url ?? null
}

function Section({ children }: { children: ReactNode }) {
  return <div className="border-t border-line py-2.5">{children}</div>
}
