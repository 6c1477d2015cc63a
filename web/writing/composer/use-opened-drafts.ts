import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { imagesOf } from '../media/media-state.ts'
import type { ComposerAction } from './composer-state.ts'
import { cardOfDraft } from './server-draft.ts'
import type { ComposerState } from './composer-model.ts'
import { mediaOfPost } from './use-server-drafts.ts'

export function useOpenedDrafts(
  state: ComposerState,
  dispatch: (action: ComposerAction) => void,
  show: (platform: Platform, cardId: string) => void,
): (drafts: readonly Post[]) => Promise<void> {
  const t = useTranslations('composer.kept')
  const errorText = useErrorText()

  async function open(load: () => Promise<readonly Post[]>): Promise<void> {
    try {
      const drafts = await load()
      const { readDraftSource } = await import('./draft-source.ts')
      const [media, given] = await Promise.all([
        Promise.all(drafts.map(mediaOfPost)),
        Promise.all(drafts.map(({ id }) => readDraftSource(id))),
      ])
      const { pictures, videos } = state.media
      const isEmpty = state.cards.length + pictures.length + videos.length === 0
      // Media of a single opened draft move to an empty composer, so that new drafts have them too.
      const isFree = isEmpty && drafts.length === 1
      const own = (at: number) => {
        const one = media[at]
        if (isFree || !one) return undefined
        // Without its own empty media, an opened draft would take the photos of the other drafts.
        return !isEmpty || imagesOf(one).length + one.videos.length > 0 ? one : undefined
      }
      dispatch({
        type: 'opened',
        cards: drafts.map((post, at) => cardOfDraft(post, own(at), given[at])),
        ...(isFree && media[0] && { media: media[0] }),
      })
      const [first] = drafts
      const openCard = state.cards.find(({ draft }) => draft?.postId === first?.id)
      if (first) show(first.platform, openCard?.id ?? first.id)
    } catch (error) {
      toast({ title: t('notOpened'), description: errorText(error), isDestructive: true })
    }
  }

  const isHandled = useRef(false)
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('draft')
    if (!id || isHandled.current) return
    isHandled.current = true
    history.replaceState(history.state, '', location.pathname)
    void open(() => readIdea(id))
  })

  return (drafts) => open(() => Promise.resolve(drafts))
}

async function readIdea(id: string): Promise<Post[]> {
  const post = await call('GET /api/posts/{id}', { params: { id } })
  const { siblingId } = post
  const sibling = siblingId ? [await call('GET /api/posts/{id}', { params: { id: siblingId } })] : []
  return [post, ...sibling].filter(({ status }) => status === 'draft')
}
