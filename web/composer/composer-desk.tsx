import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import type { User } from '#core/auth/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import type { MediaAction } from '../media/media-state.ts'
import { useMedia } from '../media/use-media.ts'
import { authorOf } from '../posts/author.ts'
import { ScheduleDialog } from '../posts/schedule-dialog.tsx'
import type { Source } from '../sources/source.ts'
import { useArticle } from '../sources/use-article.ts'
import { useDocument } from '../sources/use-document.ts'
import { Alert } from '../ui/dialog.tsx'
import { useDropGuard } from '../ui/drop-zone.tsx'
import { Frog } from '../ui/frog.tsx'
import { ComposerInput } from './composer-input.tsx'
import { openTargets, sourceOf, topicOf, type Card, type InputMethod } from './composer-state.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { DraftCard } from './draft-card.tsx'
import { DraftSkeleton } from './draft-skeleton.tsx'
import { SentLine } from './sent-line.tsx'
import { useComposer } from './use-composer.ts'
import { useDelivery } from './use-delivery.ts'
import { useGeneration } from './use-generation.ts'

type Open = { kind: 'schedule' | 'connect-to-post' | 'connect-to-schedule'; cardId: string } | { kind: 'topic-first' }

/** The input at the start side, the drafts at the end side, both in sight on a wide screen. */
export function ComposerDesk({ user }: { user: User }) {
  const t = useTranslations('composer')
  const posts = useTranslations('posts')
  const locale = useLocale()
  const [state, dispatch] = useComposer(user.id)
  const { writing, generate, cancel } = useGeneration(dispatch)
  const { input, cards, cleared, media, sent } = state
  const takeFound = useCallback((source: Source) => dispatch({ type: 'source-found', source }), [dispatch])
  const sourceTools = { article: useArticle(input.address, takeFound), document: useDocument(user.id, takeFound) }
  const changeMedia = useCallback((change: MediaAction) => dispatch({ type: 'media-changed', change }), [dispatch])
  const mediaTools = useMedia(media, changeMedia)
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const { busyCardId, send } = useDelivery(media, accounts, mediaTools.altTexts.saveNow, dispatch)
  const platformStates = useQuery(reading('GET /api/platforms')).data
  const cutOff = (platformStates ?? []).filter(({ isCutOff }) => isCutOff).map(({ platform }) => platform)
  const [open, setOpen] = useState<Open | null>(null)
  usePageTitle(t('title'))

  useDropGuard()

  const ownName = `${user.firstName} ${user.lastName}`.trim() || user.email
  const hasCard = (platform: Platform) => cards.some((card) => card.platform === platform)
  const awaited = (writing?.platforms ?? []).filter((platform) => !hasCard(platform))
  const openCard = open && 'cardId' in open ? cards.find((card) => card.id === open.cardId) : undefined

  /** The chosen platforms that nothing can be posted to. Unknown accounts count as there: the server looks again. */
  const unconnected = (card: Card) =>
    accounts ? openTargets(card).filter((platform) => postingAccounts(accounts, platform, new Date()).length === 0) : []
  const connected = (card: Card) => openTargets(card).filter((platform) => !unconnected(card).includes(platform))

  function post(card: Card) {
    if (unconnected(card).length > 0) setOpen({ kind: 'connect-to-post', cardId: card.id })
    else void send(card, null)
  }

  function schedule(card: Card) {
    setOpen({ kind: unconnected(card).length > 0 ? 'connect-to-schedule' : 'schedule', cardId: card.id })
  }

  function regenerate(card: Card) {
    const { topic, source } = card.writtenFrom ?? { topic: input.topic, source: null }
    if (topic.trim() === '') return setOpen({ kind: 'topic-first' })
    void generate({ ...input, topic, source, platforms: [card.platform], language: card.language })
  }

  function discard(card: Card) {
    const at = cards.indexOf(card)
    dispatch({ type: 'discarded', cardId: card.id })
    toast({
      title: t('actions.discarded'),
      action: { label: t('actions.undo'), run: () => dispatch({ type: 'restored', card, at }) },
    })
  }

  function changeMethod(method: InputMethod) {
    if (writing) cancel()
    dispatch({ type: 'method-changed', method })
  }

  function dropSource(source: Source) {
    dispatch({ type: 'source-dropped', from: source.from })
    toast({
      title: t('source.dropped'),
      action: { label: t('actions.undo'), run: () => dispatch({ type: 'source-used', source }) },
    })
  }

  return (
    <div className="column grid gap-x-11 gap-y-4 pt-4 pb-10 lg:pb-4 lg:grid-cols-[328px_minmax(0,1fr)]">
      <ComposerInput
        input={input}
        cleared={cleared}
        sourceTools={sourceTools}
        media={media}
        mediaTools={mediaTools}
        hasDrafts={cards.length > 0}
        writing={writing}
        dispatch={dispatch}
        onMethodChange={changeMethod}
        onSourceDrop={dropSource}
        onMediaChange={changeMedia}
        onGenerate={(asked) => void generate({ ...asked, topic: topicOf(asked), source: sourceOf(asked) })}
        onCancel={cancel}
      />

      <section aria-label={t('drafts')} className="min-w-0 lg:pb-6">
        {sent.length > 0 && (
          <ul className="mb-5">
            {sent.map((one, at) => (
              <SentLine
                key={one.postId}
                sent={one}
                isNewest={at === 0 && writing === null}
                onDismiss={() => dispatch({ type: 'sent-dismissed', postId: one.postId })}
              />
            ))}
          </ul>
        )}
        {cards.map((card, at) => (
          <DraftCard
            key={card.id}
            card={card}
            media={media}
            cutOff={cutOff}
            isFirst={at === 0}
            isBusy={busyCardId === card.id}
            isWriting={writing !== null}
            accounts={accounts ?? []}
            ownName={ownName}
            dispatch={dispatch}
            onPost={() => post(card)}
            onSchedule={() => schedule(card)}
            onRegenerate={() => regenerate(card)}
            onDiscard={() => discard(card)}
          />
        ))}
        {awaited.map((platform) => (
          <DraftSkeleton
            key={platform}
            platform={platform}
            language={writing?.language === 'arabic' ? 'ar' : 'en'}
            author={authorOf(postingAccount(accounts ?? [], platform, new Date()), ownName)}
          />
        ))}
        {cards.length + awaited.length + sent.length === 0 && <EmptyDesk />}
      </section>

      {open?.kind === 'topic-first' && (
        <Alert
          title={t('topicFirst')}
          description={t('topicFirstText')}
          confirmLabel={t('ok')}
          onConfirm={() => setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'schedule' && openCard && (
        <ScheduleDialog
          title={posts('schedule.title')}
          description={posts('schedule.on', {
            platforms: new Intl.ListFormat(locale).format(connected(openCard).map((one) => isolate(rulesOf(one).name))),
          })}
          isPending={busyCardId !== null}
          onSchedule={(at) => {
            setOpen(null)
            void send(openCard, at, connected(openCard))
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {(open?.kind === 'connect-to-post' || open?.kind === 'connect-to-schedule') && openCard && (
        <ConnectDialog
          missing={unconnected(openCard)}
          connected={connected(openCard)}
          platforms={platformStates ?? []}
          onGoOn={() => {
            if (open.kind === 'connect-to-schedule') return setOpen({ kind: 'schedule', cardId: openCard.id })
            setOpen(null)
            void send(openCard, null, connected(openCard))
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function EmptyDesk() {
  const t = useTranslations('composer.empty')
  return (
    <div className="hidden flex-col items-center rounded-card border border-dashed border-line px-6 py-20 text-center lg:flex">
      <Frog expression="happy" size="lg" />
      <h2 className="title mt-4 text-20">{t('title')}</h2>
      <p className="mt-1 max-w-88 text-14 text-ink-soft">{t('text')}</p>
    </div>
  )
}
