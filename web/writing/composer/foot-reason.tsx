import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { shorten } from '#core/writing/shorten.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { useIssueText } from '../../posts/issue-text.ts'
import { Button } from '../../ui/button.tsx'
import type { Media } from '../media/media-state.ts'
import { findCardBlockers } from './card-blockers.ts'
import type { ComposerAction } from './composer-state.ts'
import { focusDraft } from './draft-navigation.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'

interface FootReasonProps {
  card: Card
  media: Media
  cutOff: readonly Platform[]
  accounts: readonly SocialAccount[]
  dispatch: (action: ComposerAction) => void
}

/**
 * Shows above the bar why Post Now is disabled, with a button that helps. The full explanation is below the text, which
 * may be out of view.
 */
export function FootReason({ card, media, cutOff, accounts, dispatch }: FootReasonProps) {
  const t = useTranslations('cards.foot')
  const margin = useTranslations('composer.margin')
  const issues = useTranslations('posts.issues')
  const issueText = useIssueText()
  const { elsewhere } = card.draft ?? {}
  if (elsewhere !== undefined)
    return (
      <Reason
        text={t(elsewhere?.status === 'draft' ? 'versionFirst' : 'keepFirst')}
        tone="quiet"
        action={t('show')}
        onAct={() =>
          document.querySelector<HTMLElement>(`[data-draft="${CSS.escape(card.id)}"] [role=alert] button`)?.focus()
        }
      />
    )

  // Ignore placeholders that are still to be filled in, because the outline itself shows them.
  const blockers = findCardBlockers(card, media, cutOff, accounts).filter(({ issue }) => issue.kind !== 'open-places')
  const tooLong = blockers.flatMap(({ platform, issue, part, isComment }) =>
    issue.kind === 'too-long' && part === undefined && !isComment ? [{ platform, ...issue }] : [],
  )
  const [longest] = tooLong.toSorted((a, b) => b.over - a.over)
  if (longest) {
    const { hashtags } = selectedVariant(card)
    const fits = (content: string) =>
      tooLong.every(
        ({ platform, limit }) =>
          countFor(platform, publishedText({ content, hashtags, videos: media.videos })) <= limit,
      )
    return (
      <Reason
        text={t('tooLong', { over: longest.over, platform: isolate(rulesOf(longest.platform).name) })}
        action={margin('shorten')}
        onAct={() => {
          const content = shorten(contentOf(card), fits)
          if (content !== null) dispatch({ type: 'reworked', cardId: card.id, how: 'fitted', text: { content } })
          // The pressed button disappears once the text fits, so move the focus to the draft.
          focusDraft(card.id)
        }}
      />
    )
  }
  const [first] = blockers
  if (!first) return null
  const place = first.part !== undefined ? issues('part', { part: first.part }) : first.isComment && issues('comment')
  return <Reason text={[place, issueText(first.platform, first.issue)].filter(Boolean).join(' ')} />
}

interface ReasonProps {
  text: string
  tone?: 'act' | 'quiet' | 'hint'
  action?: string
  onAct?: () => void
}

export function Reason({ text, tone = 'act', action, onAct }: ReasonProps) {
  return (
    <div
      data-reason=""
      // On a wide screen, its line and ground reach across the window, as those of the bar do.
      className="absolute inset-x-0 bottom-full flex min-h-8 items-center gap-x-2 border-t border-line bg-paper text-13 before:absolute before:-top-px before:bottom-0 before:-inset-x-[100vw] before:-z-1 before:border-t before:border-line before:bg-paper max-lg:-inset-x-4 max-lg:px-4 md:max-lg:-inset-x-8 md:max-lg:px-8 low:static low:basis-full low:before:hidden"
    >
      <p
        className={classNames(
          'min-w-0 py-1',
          tone === 'hint' ? 'text-ink-soft' : 'font-strong',
          tone === 'act' && 'text-coral',
        )}
      >
        {text}
      </p>
      {action && (
        <Button variant="quiet" size="sm" className="-my-1 shrink-0 font-strong text-pond" onClick={onAct}>
          {action}
        </Button>
      )}
    </div>
  )
}
