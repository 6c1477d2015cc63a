import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { useEnterKey } from '../../lib/enter-key.ts'
import { isolate } from '../../lib/isolate.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { toast } from '../../lib/toast.ts'
import { CalendarPlus } from '../../ui/icons.ts'
import type { Media } from '../media/media-state.ts'
import { PostBody } from '../../posts/editor/post-body.tsx'
import { Button } from '../../ui/button.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, isDelivered, openTargets, selectedVariant, type Card } from './draft.ts'
import { DraftMargin, DraftName } from './draft-margin.tsx'
import { findCardBlockers, textOf } from './card-blockers.ts'
import type { OutcomeActs } from './outcome-rows.tsx'
import { useClaims } from './use-claims.ts'
import { useOutline } from '../outline/use-outline.ts'
import { useHasAccountProblem } from './use-outcome-row.tsx'
import { sharedText, shareLink, type ShareApp } from './share-link.ts'

const useOutcomes = lazyModule(() => import('./delivered-card.tsx'))
const useTools = lazyModule(() => withMessages(['rework'], () => import('./draft-tools.tsx')))
const useTyping = lazyModule(() => import('./typing-bar.tsx'))
const useConflict = lazyModule(() => import('./draft-conflict.tsx'))

const AUTO_SAVE_MS = 2_000
const SAVED_SHOWN_MS = 4_000
const APP_NAMES = { whatsapp: 'WhatsApp', telegram: 'Telegram' }

export function DraftCard(draft: DraftProps) {
  const t = useTranslations('composer')
  const { card } = draft
  const isDone = isDelivered(card)
  const label = t(isDone ? 'post' : 'draft', {
    platform: isolate(rulesOf(card.platform).name),
    language: t(`languages.${card.language}`),
  })
  /**
   * Whether the previous view of this card had the focus. The new view takes it only then, never from another draft.
   */
  const hadFocus = useRef(false)
  const outcomes = useOutcomes(Object.keys(card.deliveries).length > 0, () => {})
  if (!isDone) return <OpenDraft {...draft} label={label} hadFocus={hadFocus} OutcomeRows={outcomes?.OutcomeRows} />
  return outcomes ? <outcomes.DeliveredCard {...draft} label={label} hadFocus={hadFocus} /> : null
}

type DraftProps = OutcomeActs & {
  card: Card
  media: Media
  /** Networks that fetch pictures themselves and cannot reach this server. */
  cutOff: readonly Platform[]
  hasSibling: boolean
  isFirst: boolean
  isFirstOutline: boolean
  isBusy: boolean
  isWriting: boolean
  accounts: readonly SocialAccount[]
  ownName: string
  others: readonly Platform[]
  dispatch: (action: ComposerAction) => void
  onPost: () => void
  onSchedule: () => void
  onRegenerate: () => void
  onDiscard: () => void
  onTranslationUndo: (() => void) | undefined
  onPhotoRequest: () => void
  onDismiss: () => void
  onChoose: (isMine: boolean) => void
}

function OpenDraft({
  card,
  media,
  cutOff,
  hasSibling,
  isFirst,
  isFirstOutline,
  isBusy,
  isWriting,
  accounts,
  ownName,
  dispatch,
  onPost,
  onSchedule,
  onRegenerate,
  onDiscard,
  onTranslationUndo,
  onPhotoRequest,
  onDismiss,
  onChoose,
  onCancel,
  onRetry,
  others,
  label,
  hadFocus,
  OutcomeRows,
}: DraftProps & {
  label: string
  hadFocus: RefObject<boolean>
  OutcomeRows: ComponentType<{ card: Card } & OutcomeActs> | undefined
}) {
  const t = useTranslations('composer')
  const sharing = useTranslations('cards.share')
  const posts = useTranslations('posts')
  const app = useTranslations('app')
  const namesOf = useNetworkNames()
  // A text whose placeholders the user is filling does not count as being edited.
  const [isEditing, setIsEditing] = useState(card.edit !== null && findPlaceholders(card.edit).length === 0)
  const isJustSaved = useAutoSave(card, dispatch)

  const conflict = useConflict(card.draft?.elsewhere !== undefined || card.draft?.refused !== undefined, () => {})

  const content = contentOf(card)
  const { hashtags } = selectedVariant(card)
  const account = postingAccount(accounts, card.platform, new Date(), card.accountIds?.[card.platform])
  const isPartlyPosted = openTargets(card).length > 0 && openTargets(card).length < card.targets.length
  const hasAccountProblem = useHasAccountProblem(card, accounts)
  const blockers = findCardBlockers(card, media, cutOff)
  const isStopped = blockers.length > 0
  const isTooLong = blockers.some(({ issue }) => issue.kind === 'too-long')
  const hasTypingBar = isEditing || isTooLong
  const typing = useTyping(hasTypingBar, () => {})
  const hasConflict = card.draft?.elsewhere !== undefined

  const outlining = useOutline(content, (text) => dispatch({ type: 'typed', cardId: card.id, content: text }))
  const isOpen = findPlaceholders(content).length > 0

  const tools = useTools(!isOpen, () => {})
  const [replacement, setReplacement] = useState<ReactNode>(null)
  const [isReworked, setIsReworked] = useState(false)
  const isLocked = isBusy || isReworked

  const claimTexts = useTranslations('cards.claims')
  const grounded = useClaims(card)
  const [selected, select] = useState<Claim | null>(null)
  const claimActs = { kept: card.keptClaims ?? [], selected, onSelect: select }

  function removeSentence(claim: Claim) {
    if (!grounded) return
    const text = { content: grounded.removeSentence(content, claim) }
    dispatch({ type: 'reworked', cardId: card.id, how: 'removed', text })
  }

  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    hadFocus.current = false
    const { current } = article
    // The focus is on the body if the focused button was disabled while waiting.
    return () => {
      const active = document.activeElement
      hadFocus.current = active === document.body || (current?.contains(active) ?? false)
    }
  }, [hadFocus])
  const editButton = useRef<HTMLButtonElement>(null)
  const margin = useRef<HTMLDivElement>(null)
  useEnterKey(article, () => isEditing && save())

  /** The text before the user edited it, for "Cancel", because edits are saved while the user types. */
  const [textBeforeEdit, setTextBeforeEdit] = useState(content)

  function edit() {
    setTextBeforeEdit(content)
    setIsEditing(true)
  }

  function cancel() {
    dispatch({ type: 'typed', cardId: card.id, content: textBeforeEdit })
    save()
  }

  function save() {
    dispatch({ type: 'saved', cardId: card.id })
    // Renders first: the focused field disappears, and on a phone the button is hidden while editing.
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  function share(app: ShareApp) {
    if (content.trim() === '') {
      toast({ title: t('posting.noContent'), description: t('posting.noContentText'), isDestructive: true })
      return
    }
    try {
      const text = sharedText({ content, hashtags, videoUrls: media.videos.map(({ url }) => url) })
      const opened = window.open(shareLink(app, text, navigator.userAgent), '_blank')
      if (opened) opened.opener = null
      else
        toast({
          title: sharing(`${app}Failed`),
          description: sharing('failedText', { app: APP_NAMES[app] }),
          isDestructive: true,
        })
    } catch {
      toast({ title: sharing('error'), description: sharing('errorText'), isDestructive: true })
    }
  }

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-draft={card.id}
      aria-label={label}
      className="rises scroll-mt-20 flex flex-col lg:grid lg:grid-cols-[minmax(0,504px)_220px] lg:grid-rows-[auto_auto_1fr] lg:gap-x-6"
    >
      <div className="min-w-0 max-lg:contents">
        <div className="mb-2.5 lg:hidden">
          <DraftName card={card} isOutline={isOpen} />
        </div>
        <div className="min-w-0 max-md:-mx-1.5">
          {conflict && <conflict.DraftConflict card={card} onChoose={onChoose} onDismiss={onDismiss} />}
          <PostBody
            label={label}
            platform={card.platform}
            account={account}
            ownName={ownName}
            content={content}
            hashtags={hashtags}
            media={media}
            isEditing={isEditing}
            marks={grounded?.claimMarks(grounded.claims, grounded.from, claimActs, claimTexts)}
            body={
              replacement ??
              (outlining && !isEditing && (
                <outlining.outline.OutlineBody
                  parts={outlining.parts}
                  places={selectedVariant(card).outline}
                  hashtags={hashtags}
                  onChange={outlining.change}
                />
              ))
            }
            onPhotoRequest={onPhotoRequest}
            onType={(typed) => dispatch({ type: 'typed', cardId: card.id, content: typed })}
          />
          {hasTypingBar && typing && (
            <typing.TypingBar
              platform={card.platform}
              text={textOf(card, media)}
              isEditing={isEditing}
              isTooLong={isTooLong}
              hasConflict={hasConflict}
              onSave={save}
              onCancel={cancel}
              onShowMargin={() => margin.current?.focus()}
            />
          )}
          {outlining && isOpen && (isFirstOutline || outlining.outline.isForeign(outlining.parts)) && (
            <outlining.outline.OutlineNote parts={outlining.parts} />
          )}
        </div>
        {tools && !isOpen && (
          <div className="max-lg:order-2">
            <tools.DraftTools
              card={card}
              draft={article}
              isLocked={isBusy || isWriting || hasConflict}
              isEditing={isEditing}
              dispatch={dispatch}
              hasSibling={hasSibling}
              onTranslationUndo={onTranslationUndo}
              onShow={setReplacement}
              onRun={setIsReworked}
            />
          </div>
        )}
      </div>
      <div className="mt-2.5 empty:hidden max-lg:order-2">
        {OutcomeRows && <OutcomeRows card={card} onCancel={onCancel} onRetry={onRetry} />}
      </div>
      <div
        className={classNames(
          'mt-3.5 grid grid-cols-2 gap-2 max-lg:order-2 lg:col-start-1 lg:row-start-3 lg:self-start',
          isEditing ? 'lg:flex lg:flex-wrap lg:items-center' : 'roomy:flex roomy:flex-wrap roomy:items-center',
          // While the user edits a long text, the save button stays visible at the bottom.
          isEditing && 'lg:sticky lg:bottom-0 lg:z-10 lg:-mb-2 lg:bg-paper lg:py-2 low:static',
        )}
      >
        <Button
          variant={isFirst && !isEditing && !hasAccountProblem && !replacement ? 'primary' : 'outline'}
          disabled={isStopped || hasAccountProblem || hasConflict || isReworked}
          isPending={isBusy}
          onClick={onPost}
        >
          {isPartlyPosted ? t('posting.postTo', { platforms: namesOf(openTargets(card)) }) : posts('postNow')}
        </Button>
        <Button disabled={isStopped || isLocked || hasConflict} onClick={onSchedule}>
          <CalendarPlus size={18} strokeWidth={1.75} />
          {posts('schedulePost')}
        </Button>
        {/* The same button serves both states, so that it keeps the focus. */}
        <Button
          ref={editButton}
          variant={isEditing ? (hasConflict ? 'outline' : 'primary') : 'quiet'}
          className={isEditing ? 'order-first max-lg:hidden' : QUIET}
          aria-keyshortcuts={isEditing ? 'Control+Enter Meta+Enter' : undefined}
          disabled={isEditing ? hasConflict : isLocked}
          onClick={isEditing ? save : edit}
        >
          {isEditing ? posts('save') : posts('edit')}
        </Button>
        {isEditing && !hasConflict && (
          <Button className="order-first max-lg:hidden" onClick={cancel}>
            {app('cancel')}
          </Button>
        )}
        <QuietAction isWide={isEditing} disabled={isWriting || isLocked || hasConflict} onClick={onRegenerate}>
          {t('actions.regenerate')}
        </QuietAction>
        {isEditing && !hasConflict && (
          <p className="order-last col-span-2 basis-full text-13 text-ink-soft">{t('actions.postSaves')}</p>
        )}
        <div
          className={classNames(
            'contents',
            isEditing ? 'lg:max-roomy:hidden' : 'roomy:-mx-2 roomy:-mt-1 roomy:flex roomy:basis-full',
          )}
        >
          {(['whatsapp', 'telegram'] as const).map((app) => (
            <QuietAction key={app} isSmall disabled={isOpen || isReworked} onClick={() => share(app)}>
              <PlatformBadge platform={app} size={18} />
              {t(`actions.${app}`)}
            </QuietAction>
          ))}
        </div>
      </div>
      <div
        ref={margin}
        tabIndex={-1}
        className="mt-3 scroll-mt-20 outline-none focus-visible:shadow-none max-lg:order-1 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0.5"
      >
        {/* Inside the cell, so that the sticky column ends with the post. Inert while the post is being sent. */}
        <div
          inert={isLocked}
          className={classNames('lg:sticky lg:top-[calc(var(--stuck)+16px)]', isLocked && 'opacity-60')}
        >
          <DraftMargin
            card={card}
            media={media}
            cutOff={cutOff}
            accounts={accounts}
            isJustSaved={isJustSaved && !isReworked}
            hasTypingBar={hasTypingBar}
            others={others}
            claims={
              grounded && (
                <grounded.ClaimList
                  {...claimActs}
                  claims={grounded.claims}
                  source={grounded.from}
                  direction={textDirection(content)}
                  onKeep={({ text }) => dispatch({ type: 'claims-kept', cardId: card.id, claims: [text] })}
                  onRemoveSentence={removeSentence}
                />
              )
            }
            outline={
              outlining && isOpen ? (
                <outlining.outline.OutlineMargin
                  parts={outlining.parts}
                  platform={card.platform}
                  onNext={() => article.current?.querySelector<HTMLElement>('[data-place=empty] textarea')?.focus()}
                  onChange={outlining.change}
                />
              ) : null
            }
            dispatch={dispatch}
            onDiscard={onDiscard}
          />
        </div>
      </div>
    </article>
  )
}

const QUIET = 'px-1 whitespace-nowrap max-roomy:inset-ring max-roomy:inset-ring-line max-md:text-13 lg:px-2'

interface QuietActionProps {
  disabled?: boolean
  isWide?: boolean
  isSmall?: boolean
  onClick: () => void
  children: ReactNode
}

function QuietAction({ disabled, isSmall = false, isWide = false, onClick, children }: QuietActionProps) {
  return (
    <Button
      variant="quiet"
      disabled={disabled}
      onClick={onClick}
      className={classNames(QUIET, isSmall && 'gap-1.5 lg:text-13', isWide && 'max-lg:col-span-2')}
    >
      {children}
    </Button>
  )
}

function useAutoSave(card: Card, dispatch: (action: ComposerAction) => void): boolean {
  const [isJustSaved, setIsJustSaved] = useState(false)
  const { id, edit } = card
  useEffect(() => {
    if (edit === null) return
    const timer = setTimeout(() => dispatch({ type: 'saved', cardId: id }), AUTO_SAVE_MS)
    return () => {
      clearTimeout(timer)
      setIsJustSaved(true)
    }
  }, [id, edit, dispatch])
  useEffect(() => {
    if (!isJustSaved || edit !== null) return
    const timer = setTimeout(() => setIsJustSaved(false), SAVED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isJustSaved, edit])
  return isJustSaved
}
