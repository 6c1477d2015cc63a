import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { User } from '#core/people/auth-contract.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { CloudOff } from '../../ui/icons.ts'
import { checkableSource } from '../grounding/doubts.ts'
import { useLanguage, withMessages } from '../../lib/language.ts'
import { lazyModule, useLoadFailed } from '../../lib/lazy-module.ts'
import { useDates } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { useSavedChoice } from '../../lib/use-saved-choice.ts'
import type { Media, MediaAction } from '../media/media-state.ts'
import { useMedia } from '../media/use-media.ts'
import { authorOf, ownName } from '../../posts/author.ts'
import { cutOffPlatforms } from '../../accounts/cut-off-platforms.ts'
import type { Source } from '../sources/source.ts'
import { useArticle } from '../sources/use-article.ts'
import { useDocument } from '../sources/use-document.ts'
import { Alert } from '../../ui/dialog.tsx'
import { useDropGuard } from '../../ui/drop-zone.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ComposerInput } from './composer-input.tsx'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { openingsOf, basicOf, contentOf, isBeingSent, isDelivered, openTargets, type Card } from './draft.ts'
import { focusDraft } from './draft-navigation.ts'
import { EmptyComposer } from './empty-composer.tsx'
import { cardIn, cardsInView, chosenTab, panelId, railTabs, tabId, type ChosenTab, type Face } from './faces.ts'
import {
  isTopicTooLong,
  outputLanguage,
  sourceOf,
  topicOf,
  type ComposerState,
  type Input,
  type InputMethod,
} from './composer-model.ts'
import { choicesIn, choicesOf } from '../professional/choices.ts'
import { useComposer } from './use-composer.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { useDraftKeys } from './use-draft-keys.ts'
import type { CardNews } from './draft-card.tsx'
import { useOutlineModule } from '../outline/use-outline.ts'
import { useOpenedDrafts } from './use-opened-drafts.ts'
import { useServerDrafts } from './use-server-drafts.ts'
import { useSendPosts } from './use-send-posts.ts'
import { useGeneration } from './use-generation.ts'
import { usePosting } from './use-posting.tsx'
import { useAssistantAngle } from './use-assistant-angle.ts'
import { useSharedContent } from './use-shared-content.ts'
import { siblingAmong, translationIn } from './versions.ts'

const useCards = lazyModule(() => withMessages(['cards', 'rework', 'outline'], () => import('./draft-cards.ts')))
const useSkeletons = lazyModule(() => import('./draft-skeleton.tsx'))
const useOutcomes = lazyModule(() => withMessages(['cards'], () => import('./outcome-rows.tsx')))
const useQuestions = lazyModule(() => withMessages(['outline'], () => import('./questions.tsx')))
const loadFactQuestions = () => withMessages(['outline'], () => import('./fact-questions.tsx'))
const useFactQuestions = lazyModule(loadFactQuestions)
const useFailedDrafts = lazyModule(() => import('./failed-drafts.tsx'))
const useDraftList = lazyModule(() => import('../drafts/draft-list.tsx'))
const usePairs = lazyModule(() => withMessages(['rework', 'cards'], () => import('./sibling-pair.tsx')))

export function Composer({ user }: { user: User }) {
  const t = useTranslations('composer')
  const { language } = useLanguage()
  const { timeZone } = useDates()
  const [state, dispatch, saveNow] = useComposer(user)
  const { writing, failedGeneration, generate, cancel } = useGeneration(dispatch, saveNow)
  const { cards, cleared, media } = state
  const input = { ...state.input, language: outputLanguage(state.input, language) }
  const acceptSource = useCallback((source: Source) => dispatch({ type: 'source-found', source }), [dispatch])
  const sourceTools = { article: useArticle(input.address, acceptSource), document: useDocument(user.id, acceptSource) }
  const [chosen, choose] = useState<ChosenTab | null>(null)
  const [shownLanguage, showLanguage] = useState<Card['language']>(language === 'ar' ? 'arabic' : 'english')
  const pendingPlatforms = (writing?.platforms ?? []).filter((one) => !cards.some(({ platform }) => platform === one))
  const tabs = railTabs(cards, pendingPlatforms)
  const tab = chosenTab(tabs, chosen)
  const shown = tab?.face && cardIn(tab.face, shownLanguage)
  const owner = shown?.media && !isBeingSent(shown) && !isDelivered(shown) ? shown : undefined
  const inputMedia = owner?.media ?? media
  const changeMedia = (change: MediaAction) =>
    dispatch({ type: 'media-changed', change, ...(owner && { cardId: owner.id }) })
  const mediaTools = useMedia(inputMedia, changeMedia, mediaOfAll(state))
  useSharedContent(state.input, dispatch, mediaTools.add)
  useAssistantAngle(dispatch)
  const accountsRead = useQuery(reading('GET /api/social-accounts'))
  const accounts = accountsRead.data
  const ownPlatforms = PLATFORMS.filter((one) => accounts?.some(({ platform }) => platform === one))
  const drafts = useServerDrafts(user.id, state, dispatch)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const [isPhoneView, viewOnPhone] = useSavedChoice('frogy.phone-view')
  const [hasGenerated, setHasGenerated] = useState(false)
  const [news, setNews] = useState<Record<string, CardNews>>({})
  const onNews = useCallback(
    (cardId: string, next: CardNews) => setNews((before) => ({ ...before, [cardId]: next })),
    [],
  )
  const show = useCallback(
    (platform: Platform, cardId: string) => {
      choose({ platform, cardId })
      dispatch({ type: 'questions-closed' })
      focusDraft(cardId)
    },
    [dispatch],
  )
  const openDrafts = useOpenedDrafts(state, dispatch, show)
  const delivery = useSendPosts(media, accounts, mediaTools.altTexts.saveNow, drafts, dispatch)
  const platformStates = useQuery(reading('GET /api/platforms')).data
  const cutOff = cutOffPlatforms(platformStates)
  const keepClaims = (cardId: string, claims: readonly string[]) => dispatch({ type: 'claims-kept', cardId, claims })
  const cardModule = useCards(
    cards.length + pendingPlatforms.length > 0,
    useLoadFailed(() => {}),
  )
  const skeletons = useSkeletons(pendingPlatforms.length > 0 || (cards.length > 0 && !cardModule), () => {})
  const previewOf = (card: Card) =>
    cardModule && {
      notice: <cardModule.PostToScheduleLine card={card} />,
      renderBeside: (at: Date | null) => (
        <cardModule.PostToSchedule card={card} media={media} accounts={accounts ?? []} at={at} />
      ),
    }
  const posting = usePosting(cards, media, accounts, platformStates ?? [], delivery.send, keepClaims, previewOf)
  const { discard, chooseVersion, cancelPost, dropSource } = useDraftActions(cards, drafts, delivery, dispatch)
  const [isTopicMissing, setIsTopicMissing] = useState(false)
  const [photoRequests, requestPhoto] = useReducer((times: number) => times + 1, 0)
  usePageTitle(t('title'))
  useDropGuard()

  const draftsSection = useRef<HTMLElement>(null)
  useInView(draftsSection, writing && !writing.onto ? writing.startedAt : null)

  const isInComposer = (id: string) =>
    cards.some(({ draft }) => draft?.postId === id) ||
    (state.outline?.texts?.items.some(({ kept }) => kept?.postId === id) ?? false)
  const hasOthers = drafts.hasFailed || (drafts.all ?? []).some(({ id }) => !isInComposer(id))
  const draftList = useDraftList(hasOthers, () => {})
  const firstOutline = cards.find((card) => !isDelivered(card) && findPlaceholders(contentOf(card)).length > 0)
  const outlines = useOutlineModule(firstOutline !== undefined)
  const { outline } = state
  const questions = useQuestions(outline?.texts !== null && outline !== null, () => {})
  // Show the questions once the outlines of all networks have arrived. Otherwise, each further outline would open the
  // questions again.
  const outlined = outline?.texts && questions && !writing ? { ...outline, texts: outline.texts } : null
  const { factAnswers } = state
  const factQuestions = useFactQuestions(factAnswers !== null, () => {})
  const asksFacts = factAnswers !== null && factQuestions !== undefined && !writing
  const isAsking = outlined !== null || asksFacts
  const failedDrafts = useFailedDrafts(failedGeneration !== null, () => {})
  const pairs = usePairs(
    cards.some((card) => siblingAmong(cards, card)),
    () => {},
  )
  const isOrSibling = (card: Card, one: Card | undefined) =>
    card === one || (one !== undefined && siblingAmong(cards, one) === card)
  const inView = shown ? cardsInView(cards, shown, shownLanguage) : []
  const outcomes = useOutcomes(
    cards.some(({ deliveries }) => Object.keys(deliveries).length > 0),
    () => {},
  )
  const postPlatforms = [...new Set(inView.flatMap(openTargets))]
  useDraftKeys(tabs, tab, shownLanguage, show)

  /** Keep the current network's tab selected after posting. Otherwise, the first unposted draft would be selected. */
  const stay = () => shown && choose({ platform: shown.platform, cardId: shown.id })
  function chooseTab({ platform, face }: (typeof tabs)[number]) {
    choose({ platform, ...(face && { cardId: face.cards[0]!.id }) })
  }

  const choicesFor = (from: Input) =>
    choicesOf({ ...from.usual, ...from.chosen }, from, { interfaceLanguage: language, timeZone })

  async function generateAll(read: Source | null) {
    const action = read && ({ type: 'source-used', source: read } as const)
    if (factAnswers) return write({ type: 'facts-given', answers: factAnswers })
    const { input } = action ? composerReducer(state, action) : state
    // Wait for the status of the AI model, which may arrive after the user asks for drafts. If the code for the
    // questions fails to load, the model writes without asking.
    const status = { ...reading('GET /api/ai/status'), networkMode: 'always' as const }
    const ai = !sourceOf(input) && (await queryClient.ensureQueryData(status).catch(() => null))
    const module = ai && ai.fallback === null && (factQuestions ?? (await loadFactQuestions().catch(() => null)))
    if (!module || !module.asksForFacts(input, state.askedTopics)) return write(action)
    setHasGenerated(true)
    dispatch({ type: 'facts-asked', topic: topicOf(input) })
  }

  /** Writes drafts for all networks. If the input also changes, applies that change first. */
  function write(action: ComposerAction | null) {
    if (action) dispatch(action)
    // Keep the current network's tab selected, and show its new draft.
    choose(tab ? { platform: tab.platform } : null)
    setHasGenerated(true)
    const { input } = action ? composerReducer(state, action) : state
    const [topic, source] = [topicOf(input), sourceOf(input)]
    const isProfessional = input.mode === 'professional'
    void generate({
      ...input,
      language: outputLanguage(input, language),
      topic,
      source,
      ...(isProfessional && {
        professional: {
          choices: choicesFor(input),
          replaces: cards.flatMap((card) => (card.isOpened ? [] : ownDraft(card))),
        },
      }),
    })
  }

  function regenerate(card: Card) {
    // Write from the topic in the form if the draft has no source. Drafts with a source keep their own topic and
    // source.
    const own = card.isOpened ? card.writtenFrom : checkableSource(card.writtenFrom)
    const { topic, source, facts = '' } = own ?? { topic: input.topic, source: null, facts: input.facts }
    if (topic.trim() === '') return setIsTopicMissing(true)
    const choices = card.choices && choicesIn(card.language, card.choices)
    void generate({
      ...input,
      ...(card.isOpened && basicOf(card)),
      topic,
      source,
      facts,
      platforms: [card.platform],
      language: card.language,
      onto: card.id,
      earlierOpenings: openingsOf(card),
      ...(state.outline?.topic === topic && { answers: state.outline.answers }),
      ...(choices && { professional: { choices, replaces: ownDraft(card) } }),
    })
  }

  function changeMethod(method: InputMethod) {
    if (writing) cancel()
    dispatch({ type: 'method-changed', method })
  }

  const skeleton = (key: string, platform: Platform, ofLanguage: Card['language'] | 'both' | undefined) =>
    skeletons ? (
      <skeletons.DraftSkeleton
        key={key}
        platform={platform}
        language={ofLanguage === 'arabic' ? 'ar' : 'en'}
        author={authorOf(postingAccount(accounts ?? [], platform, new Date()), ownName(user))}
      />
    ) : (
      <Skeleton key={key} className="h-64 max-w-126 rounded-card!" />
    )
  const material = shown
    ? {
        content: contentOf(shown),
        writtenFrom: shown.writtenFrom,
        author: authorOf(postingAccount(accounts ?? [], shown.platform, new Date()), ownName(user)).name,
        platform: shown.platform,
      }
    : null
  const renderCard = (card: Card, languages?: { tabs: ReactNode; status: ReactNode }) => {
    const translation = translationIn(
      cards.filter((card) => !isBeingSent(card) && !isDelivered(card)),
      card,
    )
    return cardModule ? (
      <cardModule.DraftCard
        key={card.id}
        card={card}
        cards={cards}
        media={card.media ?? media}
        cutOff={cutOff}
        isFirstOutline={isOrSibling(card, firstOutline)}
        isBusy={isBeingSent(card)}
        isWriting={writing !== null}
        isHistoryOpen={isHistoryOpen}
        accounts={accounts ?? []}
        ownName={ownName(user)}
        postPlatforms={postPlatforms}
        languages={languages}
        dispatch={dispatch}
        onNews={onNews}
        onSchedule={() => posting.schedule(inView.filter((item) => openTargets(item).length > 0))}
        onTranslationUndo={translation && (() => discard(translation))}
        onPhotoRequest={requestPhoto}
        onChoose={(isMine) => chooseVersion(card, isMine)}
        onDismiss={() => dispatch({ type: 'discarded', cardId: card.id })}
      />
    ) : (
      skeleton(card.id, card.platform, card.language)
    )
  }
  function renderFace({ cards: [card, sibling] }: Face) {
    if (!card) return null
    if (!sibling || !pairs || !cardModule)
      return renderCard(sibling ? cardIn({ cards: [card, sibling] }, shownLanguage) : card)
    return (
      <pairs.SiblingPair
        cards={[card, sibling]}
        shown={shownLanguage}
        accounts={accounts ?? []}
        ownName={ownName(user)}
        media={media}
        dispatch={dispatch}
        renderCard={renderCard}
        onShow={showLanguage}
      />
    )
  }

  return (
    <div className="column grid gap-x-11 gap-y-4 pt-4 pb-10 lg:grid-cols-[328px_minmax(0,1fr)]">
      {shown && !isAsking && <SkipToDrafts onSkip={() => show(shown.platform, shown.id)} />}
      <ComposerInput
        input={input}
        cleared={cleared}
        sourceTools={sourceTools}
        media={inputMedia}
        mediaOwner={owner?.id}
        mediaTools={mediaTools}
        choices={choicesFor(input)}
        photoRequests={photoRequests}
        material={material}
        connected={ownPlatforms}
        hasDrafts={cards.length > 0 || isAsking}
        hasFailed={failedGeneration !== null}
        modelHint={outlines && <outlines.ModelHint />}
        writing={writing}
        dispatch={dispatch}
        onMethodChange={changeMethod}
        onSourceDrop={dropSource}
        onMediaChange={changeMedia}
        onGenerate={(read) => void generateAll(read)}
        onCancel={cancel}
      />

      <section
        ref={draftsSection}
        data-desk=""
        data-phone-view={isPhoneView || undefined}
        aria-label={t('drafts')}
        className="min-w-0"
      >
        {accountsRead.error && !accounts && (
          <div className="mb-4 *:border-t-0 lg:*:pt-0">
            <LoadFailed error={accountsRead.error} onRetry={() => void accountsRead.refetch()}>
              <p className="font-strong">{t('accountsNotLoaded')}</p>
            </LoadFailed>
          </div>
        )}
        {drafts.isAway && (
          <output className="mb-4 flex gap-2.5 rounded-control bg-lily-wash p-4 text-14">
            <CloudOff size={18} strokeWidth={1.75} className="mt-px shrink-0 text-lily-ink" />
            <span>
              <strong className="block font-strong">{t('kept.awayTitle')}</strong>
              <span className="text-ink-soft">{t('kept.away')}</span>
            </span>
          </output>
        )}
        {outlined && questions && (
          <questions.Questions
            {...outlined}
            media={media}
            hasDrafts={cards.length > 0}
            takesFocus={hasGenerated}
            dispatch={dispatch}
          />
        )}
        {asksFacts && (
          <factQuestions.FactQuestions
            platforms={input.platforms}
            draftCount={input.platforms.length * (input.language === 'both' ? 2 : 1)}
            answers={factAnswers}
            takesFocus={hasGenerated}
            onAnswer={(answers) => dispatch({ type: 'facts-typed', answers })}
            onWrite={(answers) => write({ type: 'facts-given', answers })}
            onBack={cards.length > 0 ? () => dispatch({ type: 'questions-closed' }) : null}
          />
        )}
        {!isAsking &&
          tabs.length > 0 &&
          (cardModule ? (
            <cardModule.DraftRail
              tabs={tabs}
              chosen={tab}
              language={shownLanguage}
              media={media}
              cutOff={cutOff}
              isAsking={({ id }) => news[id]?.isAsking ?? false}
              onChoose={chooseTab}
            >
              {shown && !isDelivered(shown) && (
                <cardModule.ThreadSwitch
                  card={shown}
                  isLocked={isBeingSent(shown) || (news[shown.id]?.isReworked ?? false)}
                  dispatch={dispatch}
                />
              )}
              {shown && (
                <cardModule.TextScope
                  card={shown}
                  cards={cards}
                  isLocked={isBeingSent(shown) || (news[shown.id]?.isReworked ?? false)}
                  dispatch={dispatch}
                />
              )}
              <cardModule.PhoneViewButton isOn={isPhoneView} onChange={viewOnPhone} />
            </cardModule.DraftRail>
          ) : (
            <div className="mb-2.5 h-13" />
          ))}
        {tabs.map((item) => (
          <div
            key={item.key}
            role="tabpanel"
            id={panelId(item)}
            aria-labelledby={tabId(item)}
            hidden={isAsking || item !== tab}
            data-face=""
          >
            {item.face ? renderFace(item.face) : skeleton(item.key, item.platform, writing?.language)}
          </div>
        ))}
        {outcomes && (
          <outcomes.OutcomeRows cards={cards} onCancel={cancelPost} onRetry={(card, one) => posting.retry(card, one)} />
        )}
        {failedGeneration && failedDrafts && (
          <failedDrafts.FailedDrafts
            failedGeneration={failedGeneration}
            onRetry={() => void generate(failedGeneration.brief, failedGeneration.replaces)}
            onWriteWithoutModel={() =>
              void generate({ ...failedGeneration.brief, withoutModel: true }, failedGeneration.replaces)
            }
          />
        )}
        {!isAsking && cards.length + pendingPlatforms.length === 0 && !failedGeneration && (
          <EmptyComposer
            about={
              topicOf(input).trim() !== '' && !isTopicTooLong(input) && input.platforms.length > 0
                ? 'ready'
                : input.method !== 'topic' && (sourceOf(input) ?? input.found[input.method])
                  ? 'read'
                  : input.method
            }
            hasOthers={hasOthers}
          />
        )}
        {outlines && (
          <div className="mt-4 empty:hidden lg:hidden">
            <outlines.ModelHint />
          </div>
        )}
        {draftList && (
          <div className="mt-8 empty:hidden">
            <draftList.DraftList isInComposer={isInComposer} onOpen={(opened) => void openDrafts(opened)} />
          </div>
        )}
        <div
          data-foot={shown && cardModule && !isAsking ? 'drafts' : 'empty'}
          className={classNames(
            'fixed inset-x-0 bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] z-20 h-16 border-t border-line bg-paper lg:bottom-0 low:static low:mt-4 low:h-auto low:py-2',
            !(shown && cardModule && !isAsking) && 'max-lg:hidden',
          )}
        >
          <div className="column h-full lg:grid lg:grid-cols-[328px_minmax(0,1fr)] lg:gap-x-11 low:px-0">
            {shown && cardModule && !isAsking && (
              <div className="h-full min-w-0 lg:col-start-2">
                <cardModule.FootBar
                  cards={inView}
                  shown={shown}
                  media={media}
                  cutOff={cutOff}
                  accounts={accounts ?? []}
                  isWriting={writing !== null}
                  isHistoryOpen={isHistoryOpen}
                  isReworked={({ id }) => news[id]?.isReworked ?? false}
                  dispatch={dispatch}
                  onHistory={() => setIsHistoryOpen(!isHistoryOpen)}
                  onRegenerate={() => regenerate(shown)}
                  onDiscard={() => discard(shown)}
                  onPost={(ready, left) => {
                    stay()
                    posting.post(ready, left)
                  }}
                  onSchedule={(ready, at) => {
                    stay()
                    posting.schedule(ready, at)
                  }}
                />
              </div>
            )}
          </div>
        </div>
      </section>

      {isTopicMissing && (
        <Alert
          title={t('topicFirst')}
          description={t('topicFirstText')}
          confirmLabel={t('ok')}
          cancelLabel={null}
          onConfirm={() => setIsTopicMissing(false)}
          onClose={() => setIsTopicMissing(false)}
        />
      )}
      {posting.dialog}
    </div>
  )
}

/** All media of the page: those that drafts share, and those of each draft that has its own. */
const mediaOfAll = ({ media, cards }: ComposerState): Media => ({
  ...media,
  pictures: [media, ...cards.flatMap((card) => card.media ?? [])].flatMap(({ pictures }) => pictures),
})

const ownDraft = ({ draft, deliveries }: Card): string[] =>
  draft?.postId && Object.keys(deliveries).length === 0 ? [draft.postId] : []

/** Scrolls to the place of new drafts before they arrive, so that nothing moves while the user reads the first. */
function useInView(drafts: RefObject<HTMLElement | null>, startedAt: number | null): void {
  useEffect(() => {
    const { current } = drafts
    if (startedAt === null || !current) return
    const { top } = current.getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) scrollTo(0, 0)
  }, [drafts, startedAt])
}

/** A link that skips the input, for keyboard users. The next Tab reaches the first button of the draft. */
function SkipToDrafts({ onSkip }: { onSkip: () => void }) {
  const t = useTranslations('composer')
  return (
    <button
      type="button"
      onClick={onSkip}
      className="fixed start-4 top-3 z-70 -translate-y-24 rounded-control bg-pond px-4 py-2 font-strong text-on-pond focus:translate-y-0"
    >
      {t('skipToDrafts')}
    </button>
  )
}
