import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useUser } from '../../lib/session.ts'
import type { Media } from '../media/media-state.ts'
import { PostBody } from '../../posts/editor/post-body.tsx'
import { PostOptionsField } from '../../posts/editor/post-options-field.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, isDelivered, selectedVariant, type Card } from './draft.ts'
import { DraftMargin } from './draft-margin.tsx'
import { FirstCommentField } from './first-comment-field.tsx'
import { PHONE_FRAME } from './phone-view.tsx'
import { threadOf } from './thread.ts'
import { useChosenClaim, useClaims } from './use-claims.ts'
import { PostEditor } from '../editor/post-editor.tsx'
import { withLineFeeds } from '../editor/text-edits.ts'
import { useTextTools } from './use-text-tools.ts'
import { siblingAmong } from './versions.ts'
import { TextOffers } from '../outline/text-offers.tsx'
import { useOutline } from '../outline/use-outline.ts'

const useOutcomes = lazyModule(() => import('./delivered-card.tsx'))
const useTools = lazyModule(() => withMessages(['rework'], () => import('./draft-tools.tsx')))
const useThreadEditor = lazyModule(() => import('./thread-editor.tsx'))
const useConflict = lazyModule(() => import('./draft-conflict.tsx'))

const AUTO_SAVE_MS = 600
const SAVED_SHOWN_MS = 4_000
const NO_CLAIMS: readonly never[] = []

/** State that only the component of a draft can compute. The network tabs and the bottom bar also show it. */
export type CardNews = { isReworked: boolean; isAsking: boolean }

type DraftProps = {
  card: Card
  /** All drafts of the composer, including this one. */
  cards: readonly Card[]
  media: Media
  /** Networks that must fetch pictures from this server but cannot reach it. */
  cutOff: readonly Platform[]
  isFirstOutline: boolean
  isBusy: boolean
  isWriting: boolean
  isHistoryOpen: boolean
  accounts: readonly SocialAccount[]
  ownName: string
  /** The networks on which the Post Now button posts. */
  postPlatforms: readonly Platform[]
  /** The tabs for the languages of a text, and the message about its translation. */
  languages: { tabs: ReactNode; status: ReactNode } | undefined
  dispatch: (action: ComposerAction) => void
  onNews: (cardId: string, news: CardNews) => void
  onSchedule: () => void
  onTranslationUndo: (() => void) | undefined
  onPhotoRequest: () => void
  onDismiss: () => void
  onChoose: (isMine: boolean) => void
}

export function DraftCard(draft: DraftProps) {
  const t = useTranslations('composer')
  const { card } = draft
  const isDone = isDelivered(card)
  const label = t(isDone ? 'post' : 'draft', {
    platform: isolate(rulesOf(card.platform).name),
    language: t(`languages.${card.language}`),
  })
  /** Whether the previous view of this card had the focus. Only then does the new view take the focus. */
  const hadFocus = useRef(false)
  const onFocus = useCallback((isFocused: boolean) => {
    hadFocus.current = isFocused
  }, [])
  const outcomes = useOutcomes(Object.keys(card.deliveries).length > 0, () => {})
  if (!isDone) return <OpenDraft {...draft} label={label} onFocus={onFocus} />
  return outcomes ? <outcomes.DeliveredCard {...draft} label={label} hadFocus={hadFocus} /> : null
}

function OpenDraft({
  card,
  cards,
  media,
  cutOff,
  isFirstOutline,
  isBusy,
  isWriting,
  isHistoryOpen,
  accounts,
  ownName,
  postPlatforms,
  languages,
  dispatch,
  onNews,
  onSchedule,
  onTranslationUndo,
  onPhotoRequest,
  onDismiss,
  onChoose,
  label,
  onFocus,
}: DraftProps & { label: string; onFocus: (isFocused: boolean) => void }) {
  const isJustSaved = useAutoSave(card, dispatch)
  const conflict = useConflict(card.draft?.elsewhere !== undefined || card.draft?.refused !== undefined, () => {})

  const content = contentOf(card)
  const { hashtags } = selectedVariant(card)
  const account = postingAccount(accounts, card.platform, new Date(), card.accountIds?.[card.platform])
  const hasConflict = card.draft?.elsewhere !== undefined

  const { user } = useUser()
  const { id: cardId } = card
  const type = (text: string) => dispatch({ type: 'typed', cardId, content: text })
  /** Undo and redo select the stored version with the earlier text instead of adding a version. */
  function change(text: string, isTyped: boolean) {
    const version = isTyped ? undefined : card.versions?.find((one) => withLineFeeds(one.content) === text)
    if (version) dispatch({ type: 'version-restored', cardId, version, isUndo: true })
    else type(text)
  }
  const outlining = useOutline(content, type)
  const isOpen = findPlaceholders(content).length > 0

  const { offers } = selectedVariant(card)
  const draftTools = useTools(!isOpen, () => {})
  const tools = useTextTools(card, dispatch)
  const [replacement, setReplacement] = useState<ReactNode>(null)
  const isReworked = tools.running !== null
  const thread = threadOf(card)
  const threadEditor = useThreadEditor(thread !== null, () => {})
  const isLocked = isBusy || isReworked

  const grounded = useClaims(card)
  const { chosen: selected, choose, chooseAt } = useChosenClaim(card, grounded)
  const { keptClaims: kept = NO_CLAIMS } = card
  const { claims = NO_CLAIMS, claimMarks } = grounded ?? {}
  const marks = useMemo(() => claimMarks?.(claims, kept, selected) ?? [], [claimMarks, claims, kept, selected])
  const claimActs = { kept, selected, onSelect: choose }
  const isAsking = grounded !== undefined && grounded.sureClaims(grounded.claims, kept).length > 0

  useEffect(() => {
    onNews(card.id, { isReworked, isAsking })
    return () => onNews(card.id, { isReworked: false, isAsking: false })
  }, [card.id, isReworked, isAsking, onNews])

  function removeSentence(claim: Claim) {
    if (!grounded) return
    const text = { content: grounded.removeSentence(content, claim) }
    dispatch({ type: 'reworked', cardId: card.id, how: 'removed', text })
  }

  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    onFocus(false)
    const { current } = article
    // If the page's body has the focus, treat the card as focused. The browser moves the focus there when the focused
    // button is disabled.
    return () => {
      const active = document.activeElement
      onFocus(active === document.body || (current?.contains(active) ?? false))
    }
  }, [onFocus])

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-draft={card.id}
      aria-label={label}
      className="scroll-mt-20 lg:grid lg:grid-cols-[minmax(0,504px)_220px] lg:gap-x-6"
    >
      <div className="min-w-0">
        {conflict && (
          <div className="max-md:-mx-1.5">
            <conflict.DraftConflict card={card} onChoose={onChoose} onDismiss={onDismiss} />
          </div>
        )}
        <div className={`max-md:-mx-1.5 ${PHONE_FRAME}`}>
          {thread && threadEditor ? (
            <threadEditor.ThreadEditor
              card={card}
              parts={thread}
              account={account}
              ownName={ownName}
              media={media}
              label={label}
              isLocked={isLocked}
              dispatch={dispatch}
            />
          ) : (
            <PostBody
              label={label}
              platform={card.platform}
              account={account}
              ownName={ownName}
              content={content}
              hashtags={hashtags}
              media={media}
              options={card.options}
              isEditing={false}
              corner={languages?.tabs}
              body={
                outlining ? (
                  <outlining.outline.OutlineBody
                    parts={outlining.parts}
                    places={selectedVariant(card).outline}
                    hashtags={hashtags}
                    onChange={outlining.change}
                  />
                ) : (
                  <>
                    {replacement}
                    {/* Keep the editor mounted while the user compares versions, so that its selection is not lost. */}
                    <div hidden={replacement !== null}>
                      <PostEditor
                        platform={card.platform}
                        language={card.language}
                        topic={card.writtenFrom?.topic ?? ''}
                        sourceUrl={card.writtenFrom?.source?.url ?? null}
                        historyKey={[user?.id, cardId, card.variants.at(-1)?.id].join(' ')}
                        text={content}
                        hashtags={hashtags}
                        videos={media.videos}
                        taken={takenBy(card.options)}
                        claimMarks={marks}
                        markedText={grounded?.content ?? ''}
                        tools={{ ...tools, canRework: tools.canRework && !isWriting && !hasConflict }}
                        hasSibling={siblingAmong(cards, card) !== undefined}
                        isLocked={isBusy}
                        onChange={change}
                        onSave={() => card.edit !== null && dispatch({ type: 'saved', cardId })}
                        onCaret={({ start }) => chooseAt(start)}
                        onHashtags={(next) => dispatch({ type: 'hashtags-changed', cardId, hashtags: next })}
                        onPhotoRequest={onPhotoRequest}
                      />
                    </div>
                  </>
                )
              }
              onPhotoRequest={onPhotoRequest}
              onType={type}
            />
          )}
        </div>
        {/* The labels of the buttons align with the card in every row. */}
        <div className="mt-2 -ms-3 flex flex-wrap items-center gap-x-1 empty:hidden">
          {!draftTools && !isOpen && tools.canRework && <div className="h-11 basis-full lg:h-8 lg:basis-auto" />}
          {draftTools && !isOpen && (
            <draftTools.DraftTools
              card={card}
              draft={article}
              tools={tools}
              isLocked={isBusy || isWriting || hasConflict}
              isHistoryOpen={isHistoryOpen}
              dispatch={dispatch}
              onTranslationUndo={onTranslationUndo}
              onShow={setReplacement}
            />
          )}
          <FirstCommentField card={card} isLocked={isLocked} dispatch={dispatch} />
          {offers && !isOpen && !isBusy && (
            <TextOffers
              content={content}
              hashtags={hashtags}
              language={card.language}
              offers={offers}
              onType={type}
              onHashtags={(next) => dispatch({ type: 'hashtags-changed', cardId, hashtags: next })}
            />
          )}
        </div>
        <PostOptionsField
          key={cardId}
          platform={card.platform}
          options={card.options ?? null}
          account={account}
          isLocked={isLocked}
          onChange={(options) => dispatch({ type: 'options-changed', cardId, options })}
        />
        {outlining && isOpen && (isFirstOutline || outlining.outline.isForeign(outlining.parts)) && (
          <outlining.outline.OutlineNote parts={outlining.parts} />
        )}
      </div>
      <div
        inert={isLocked}
        className={classNames(
          'max-lg:mt-4 lg:sticky lg:top-[calc(var(--stuck)+16px)] lg:self-start',
          isLocked && 'opacity-60',
        )}
      >
        <DraftMargin
          card={card}
          cards={cards}
          media={media}
          cutOff={cutOff}
          accounts={accounts}
          isJustSaved={isJustSaved && !isReworked}
          postPlatforms={postPlatforms}
          language={languages?.status}
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
          onSchedule={onSchedule}
        />
      </div>
    </article>
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
