import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Post } from '#core/posts/contract.ts'
import { ApiError, atRevision, call, hasStatus } from '../../lib/api.ts'
import { reading } from '../../lib/queries.ts'
import { messageOfError } from '../../lib/error-message.ts'
import { NO_MEDIA, type Media } from '../media/media-state.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { isDelivered, type Card, type DraftCall, type ServerDraft } from './draft.ts'
import { callOf } from './server-draft.ts'
import { clearedParts } from './thread.ts'
import type { ComposerState } from './composer-model.ts'
import { saveComposer } from './saved-composer.ts'
import { registerComposer } from '../../lib/saved-drafts.ts'
import { siblingAmong } from './versions.ts'

const SAVE_DELAY_MS = 1_000
const RETRY_MS = 10_000

export const DRAFTS = reading('GET /api/posts', { query: { status: 'draft' } })

export interface ServerDrafts {
  all: Post[] | undefined
  hasFailed: boolean
  isAway: boolean
  /** Sends pending requests, then returns the stored draft. Undefined if the draft is not stored. */
  currentDraft(card: Card): Promise<ServerDraft | undefined>
  look(card: Card): Promise<void>
  choose(card: Card, isMine: boolean): Promise<void>
  /**
   * Deletes the stored draft. Returns false if another tab or device changed it. Throws if the server does not respond.
   */
  drop(card: Card): Promise<boolean>
}

/** Stores the composer's drafts on the server, one request after another. Saves each request in this browser first. */
export function useServerDrafts(
  userId: string,
  state: ComposerState,
  dispatch: (action: ComposerAction) => void,
): ServerDrafts {
  const latest = useRef(state)
  const running = useRef<Promise<unknown> | null>(null)
  /** When each draft last sent a request. A list of drafts loaded earlier does not contain its result. */
  const sentAt = useRef(new Map<string, number>())
  const [isAway, setIsAway] = useState(false)
  const list = useQuery(DRAFTS)

  /** Applies an action to the latest state immediately, without waiting for React to render. */
  const change = useCallback(
    (action: ComposerAction) => {
      latest.current = composerReducer(latest.current, action)
      dispatch(action)
    },
    [dispatch],
  )

  const checkRemote = useCallback(
    async ({ id: cardId, draft }: Card): Promise<void> => {
      if (draft?.postId) change({ type: 'draft-found', cardId, found: await findDraft(draft.postId) })
    },
    [change],
  )

  const push = useCallback(
    async (card: Card, given: DraftCall): Promise<void> => {
      const cardId = card.id
      if (card.draft?.call !== given) {
        change({ type: 'draft-called', cardId, call: given })
        saveComposer(userId, latest.current)
      }
      sentAt.current.set(cardId, Date.now())
      try {
        const post = await send(card, given)
        change({ type: 'draft-stored', cardId, key: given.key, post })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (card.draft?.postId && CONFLICT_CODES.has(error.code ?? '')) return await checkRemote(card)
        if (error.isPassing) throw error
        change({ type: 'draft-refused', cardId, key: given.key, said: messageOfError(error) })
      }
    },
    [change, checkRemote, userId],
  )

  /** Stores the source of a draft, once per version of the source. A failure must not block storing the draft. */
  const pushSource = useCallback(
    async (cardId: string): Promise<void> => {
      const card = allCards(latest.current).find(({ id }) => id === cardId)
      const mark = card && sourceMark(card)
      if (!card?.draft?.postId || !mark || card.draft.sourceMark === mark || isDelivered(card)) return
      try {
        const { storeDraftSource } = await import('./draft-source.ts')
        await storeDraftSource(card, card.draft.postId)
      } catch (error) {
        if (!(error instanceof ApiError) || error.isPassing) throw error
      }
      change({ type: 'draft-source-stored', cardId, mark })
    },
    [change],
  )

  const pushAll = useCallback(async (): Promise<void> => {
    for (const { id } of allCards(latest.current)) {
      const found = allCards(latest.current).find((card) => card.id === id)
      const next =
        found && callOf(found, mediaOf(latest.current, found), crypto.randomUUID(), siblingOf(latest.current, found))
      if (next) await push(found, next)
      await pushSource(id)
    }
  }, [push, pushSource])

  const start = useCallback(() => {
    if (running.current) return
    running.current = pushAll()
      .then(
        () => setIsAway(false),
        () => setIsAway(true),
      )
      .finally(() => {
        running.current = null
      })
  }, [pushAll])

  const store = useCallback(async () => {
    await running.current
    start()
    await running.current
    saveComposer(userId, latest.current)
  }, [start, userId])
  const saveNow = useCallback(() => saveComposer(userId, latest.current), [userId])
  useEffect(() => registerComposer({ saveNow, store }), [saveNow, store])

  useEffect(() => {
    latest.current = state
    const timer = setTimeout(start, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state, start])

  useEffect(() => {
    addEventListener('online', start)
    const timer = isAway ? setInterval(start, RETRY_MS) : undefined
    return () => {
      removeEventListener('online', start)
      clearInterval(timer)
    }
  }, [isAway, start])

  // Compares the stored drafts with the server's list, because another tab or device may have changed them.
  const storedRevisions = state.cards
    .flatMap((card) => (isStored(card) ? `${card.id} ${card.draft?.revision}` : []))
    .join()
  useEffect(() => {
    const compare = async (card: Card, listed: readonly Post[]) => {
      const known = listed.find(({ id }) => id === card.draft?.postId)
      if (!card.draft?.postId || (known && known.revision <= card.draft.revision)) return
      if (!known && list.dataUpdatedAt <= (sentAt.current.get(card.id) ?? 0)) return
      const found = await findDraft(card.draft.postId)
      const now = latest.current.cards.find(({ id }) => id === card.id)
      if (now && isStored(now)) change({ type: 'draft-found', cardId: card.id, found })
    }
    if (!list.data || storedRevisions === '') return
    for (const card of latest.current.cards) if (isStored(card)) compare(card, list.data).catch(() => {})
  }, [list.data, list.dataUpdatedAt, storedRevisions, change])

  async function currentDraft(card: Card): Promise<ServerDraft | undefined> {
    await running.current
    const open = latest.current.cards.find(({ id }) => id === card.id) ?? card
    if (open.draft?.call) await push(open, open.draft.call)
    const { draft } = latest.current.cards.find(({ id }) => id === card.id) ?? open
    if (draft?.elsewhere !== undefined) throw new ApiError('', { status: 409, code: 'changed_meanwhile' })
    return draft
  }

  async function deleteDraft(card: Card): Promise<boolean> {
    const open = latest.current.cards.find(({ id }) => id === card.id) ?? card
    const { draft } = open
    await running.current
    if (!draft || draft.elsewhere !== undefined) return true
    try {
      // Repeat a pending request even if the server already processed it, because deleting needs the revision from its
      // response.
      const sent = draft.call && (await send(open, draft.call))
      const known = sent ?? (draft.postId ? { id: draft.postId, revision: draft.revision } : null)
      if (known) await call('DELETE /api/posts/{id}', atRevision(known))
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || !CONFLICT_CODES.has(error.code ?? '')) throw error
      return error.code === 'not_found'
    }
  }

  async function choose({ id: cardId, draft }: Card, isMine: boolean): Promise<void> {
    const media = draft?.elsewhere && !isMine ? await mediaOfPost(draft.elsewhere) : NO_MEDIA
    change({ type: 'draft-chosen', cardId, isMine, media })
  }

  return {
    all: list.data,
    hasFailed: list.error !== null,
    isAway,
    currentDraft,
    look: checkRemote,
    choose,
    drop: deleteDraft,
  }
}

const isStored = ({ draft, deliveries }: Card): boolean =>
  typeof draft?.postId === 'string' &&
  !draft.call &&
  draft.elsewhere === undefined &&
  Object.keys(deliveries).length === 0

function sourceMark({ writtenFrom, keptClaims = [], variants }: Card): string | null {
  if (!writtenFrom) return null
  return [variants[0]?.id, writtenFrom.source?.id, ...keptClaims].join('|')
}

const CONFLICT_CODES: ReadonlySet<string> = new Set([
  'changed_meanwhile',
  'not_found',
  'already_published',
  'already_publishing',
])

const allCards = ({ cards, cleared }: ComposerState): Card[] => [
  ...cards,
  ...(cleared?.cards ?? []).filter(({ id }) => !cards.some((card) => card.id === id)),
]

export const mediaOf = ({ cards, cleared, media }: ComposerState, card: Card): Media =>
  card.media ?? (cards.includes(card) ? media : (cleared?.media ?? media))

export const siblingOf = ({ cards }: ComposerState, card: Card): string | undefined =>
  siblingAmong(cards, card)?.draft?.postId ?? undefined

export function send({ draft, ...card }: Card, { key, text, siblingId }: DraftCall): Promise<Post> {
  const options = { idempotencyKey: key }
  if (draft?.postId)
    return call(
      'PATCH /api/posts/{id}',
      { ...atRevision({ ...draft, id: draft.postId }), body: { ...text, ...clearedParts(draft.stored, text) } },
      options,
    )
  const { platform, language, contentType, tone, tagIds } = card
  const contentLanguage = language === 'arabic' ? ('ar' as const) : ('en' as const)
  const body = { status: 'draft' as const, platform, contentLanguage, contentType, tone, siblingId, tagIds, ...text }
  return call('POST /api/posts', { body }, options)
}

async function findDraft(id: string): Promise<{ post: Post; media: Media } | null> {
  try {
    const post = await call('GET /api/posts/{id}', { params: { id } })
    return { post, media: await mediaOfPost(post) }
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

export async function mediaOfPost({ media: { images: first, videos }, parts = [] }: Post): Promise<Media> {
  const ids = [...first, ...parts.slice(1).flatMap(({ images }) => images)]
  const images = ids.length > 0 ? await call('GET /api/images', { query: { ids: ids.join(',') } }) : []
  return { pictures: images.map((image) => ({ key: image.id, state: 'ready', image, altText: image.altText })), videos }
}
