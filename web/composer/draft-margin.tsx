import { Check, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { later } from '../lib/later.ts'
import type { Media } from '../media/media-state.ts'
import { useIssueText, type PostIssue } from '../posts/issue-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Pad } from '../ui/pad.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, openTargets, selectedVariant, type Card } from './draft.ts'
import { HashtagList } from './hashtag-list.tsx'
import { PostTo } from './post-to.tsx'

const useShortening = later(() => import('./shorten-draft.tsx'))

const WRITER_NAMES = { openai: 'OpenAI', anthropic: 'Anthropic' }

/** The proof marks beside a post: who wrote it, how long it is, what stops it, and where it goes. */
export function DraftMargin({
  card,
  media,
  cutOff,
  accounts,
  isJustSaved,
  others: drafted,
  onDiscard,
  dispatch,
}: {
  card: Card
  media: Media
  cutOff: readonly Platform[]
  accounts: readonly SocialAccount[]
  isJustSaved: boolean
  /** The networks that have drafts of their own. */
  others: readonly Platform[]
  onDiscard: () => void
  dispatch: (action: ComposerAction) => void
}) {
  const t = useTranslations('composer')
  const variant = selectedVariant(card)
  const text = textOf(card, media)
  const textWith = (content: string) => publishedText({ content, hashtags: variant.hashtags, videos: media.videos })
  const tooLong = stoppingIssues(card, media, cutOff).flatMap(({ platform, issue }) =>
    issue.kind === 'too-long' ? [platform] : [],
  )
  // Where it cannot be fetched, the text is shortened by hand.
  const shortening = useShortening(tooLong.length > 0, () => {})
  const others = card.variants.filter(({ id }) => id !== variant.id)
  const writer = variant.source === 'offline' ? t('margin.offline') : (variant.model ?? WRITER_NAMES[variant.source])

  return (
    <div className="relative flex flex-col text-14">
      <div className="flex items-center gap-x-2 gap-y-3 max-lg:min-h-11 max-lg:pe-9 lg:flex-col lg:items-start">
        <div className="flex min-w-0 flex-1 items-center gap-2.5 lg:pe-9">
          <PlatformBadge platform={card.platform} size={24} />
          <div className="min-w-0">
            <h2 className="text-14 leading-5 font-strong">{rulesOf(card.platform).name}</h2>
            <p className="line-clamp-2 text-13 text-ink-soft">
              {t('margin.writer', { language: t(`languages.${card.language}`), writer: isolate(writer) })}
            </p>
          </div>
        </div>
        <Counter platform={card.platform} text={text} />
      </div>
      <Marks card={card} media={media} cutOff={cutOff} />
      {shortening && (
        <shortening.ShortenDraft
          content={contentOf(card)}
          isTooLong={tooLong.length > 0}
          fits={(content) =>
            tooLong.every((platform) => countFor(platform, textWith(content)) <= rulesOf(platform).textLimit)
          }
          onChange={(content) => {
            dispatch({ type: 'typed', cardId: card.id, content })
            dispatch({ type: 'saved', cardId: card.id })
          }}
        />
      )}
      <p aria-live="polite" className="text-13 text-ink-soft">
        {card.edit !== null && <span className="block pb-2">{t('margin.unsaved')}</span>}
        {card.edit === null && isJustSaved && (
          <span className="flex items-center gap-1.5 pb-2">
            <Check size={15} strokeWidth={1.75} aria-hidden="true" />
            {t('margin.saved')}
          </span>
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
      {/* Last by keyboard: nobody comes upon it on the way to something else. */}
      <IconButton
        label={t('actions.discard')}
        onClick={onDiscard}
        className="absolute -end-3 top-0 hover:text-coral lg:-end-2"
      >
        <Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function Section({ children }: { children: ReactNode }) {
  return <div className="border-t border-line py-2.5">{children}</div>
}

function OtherOption({ number, text, onChoose }: { number: number; text: string; onChoose: () => void }) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const opening = text.trim().slice(0, 90)
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

/** The specified counter (280 or 3,000), and below it the network's own where that one is stricter. */
function Counter({ platform, text }: { platform: Platform; text: string }) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const { previewLimit, textLimit, name } = rulesOf(platform)
  const own = countFor(platform, text)
  // X's own count is the one to show against 280; elsewhere both limits count alike.
  const count = textLimit === previewLimit ? own : text.length
  const isOver = count > previewLimit || own > textLimit
  const filled = Math.max(count / previewLimit, own / textLimit)
  return (
    <div className="shrink-0">
      <p className="flex items-center gap-2.5">
        <Pad filled={filled} tone={isOver ? 'coral' : 'pond'} />
        <span
          aria-hidden="true"
          className={classNames('inline-block min-w-18 text-14 tabular-nums', isOver ? 'text-coral' : 'text-ink-soft')}
        >
          <strong className={classNames('font-strong', !isOver && 'text-ink')}>{format.number(count)}</strong> /{' '}
          {format.number(previewLimit)}
        </span>
        {/* Announced in steps while there is room; what is too long is told once, by the mark below. */}
        {isOver && (
          <span className="sr-only">
            {t('count', { count: format.number(count), limit: format.number(previewLimit) })}
          </span>
        )}
        <output className="sr-only">
          {!isOver &&
            t('count', { count: format.number(Math.floor(count / 10) * 10), limit: format.number(previewLimit) })}
          {isOver && own <= textLimit && t('over', { over: count - previewLimit })}
        </output>
      </p>
      {textLimit < previewLimit && (
        <p className={classNames('mt-1 text-13', own > textLimit ? 'font-strong text-coral' : 'text-ink-soft')}>
          {own === count
            ? t('takes', { platform: isolate(name), limit: textLimit })
            : t('own', { platform: isolate(name), count: own, limit: textLimit })}
        </p>
      )}
    </div>
  )
}

/** A coral rule stops posting, a lily rule asks for a look. */
function Marks({ card, media, cutOff }: { card: Card; media: Media; cutOff: readonly Platform[] }) {
  const t = useTranslations('composer')
  const issues = useTranslations('posts.issues')
  const issueText = useIssueText()
  const stops = stoppingIssues(card, media, cutOff)
  const { warnings } = selectedVariant(card)

  return (
    <div aria-live="polite" className="mt-3">
      {stops.map(({ platform, issue }) => (
        <div key={`${platform}-${issue.kind}`} className="border-t-2 border-coral py-2.5">
          <p className="font-strong">{issueText(platform, issue)}</p>
          {issue.kind === 'too-long' && (
            <p className="text-13 text-ink-soft">
              {issues('tooLongText', { platform: isolate(rulesOf(platform).name) })}
            </p>
          )}
        </div>
      ))}
      {warnings.includes('wrong_language') && (
        <p className="border-t-2 border-lily py-2.5 text-13">{t('margin.otherLanguage')}</p>
      )}
    </div>
  )
}

/** What the chosen networks would refuse. That there is no text yet is told when someone tries to post it. */
export function stoppingIssues(
  card: Card,
  media: Media,
  cutOff: readonly Platform[],
): { platform: Platform; issue: PostIssue }[] {
  const text = textOf(card, media)
  // A picture on its way counts: posting waits for it by itself. Videos are links, and so a part of the text.
  const count = media.pictures.length
  return openTargets(card).flatMap((platform) => {
    const issues: PostIssue[] = textIssues(platform, text, count).filter((issue) => issue.kind !== 'empty')
    if (count > 0 && cutOff.includes(platform)) issues.push({ kind: 'cut-off' })
    return issues.map((issue) => ({ platform, issue }))
  })
}

/** The text of a card as its networks are sent it. */
export function textOf(card: Card, { videos }: Media): string {
  return publishedText({ content: contentOf(card), hashtags: selectedVariant(card).hashtags, videos })
}
