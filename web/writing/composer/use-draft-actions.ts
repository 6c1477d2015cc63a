import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import type { Source } from '../sources/source.ts'
import type { ComposerAction } from './composer-state.ts'
import type { Card } from './draft.ts'
import type { useSendPosts } from './use-send-posts.ts'
import type { ServerDrafts } from './use-server-drafts.ts'

/** Discards drafts and sources with an undo, chooses between versions, and cancels posts. Reports what fails. */
export function useDraftActions(
  cards: readonly Card[],
  drafts: ServerDrafts,
  delivery: Pick<ReturnType<typeof useSendPosts>, 'cancel'>,
  dispatch: (action: ComposerAction) => void,
) {
  const t = useTranslations('composer')
  const errorText = useErrorText()

  function discard(card: Card) {
    const at = cards.indexOf(card)
    const bringBack = (back: Card) => dispatch({ type: 'restored', card: back, at })
    const { draft, tagIds: unstored, ...undrafted } = card
    const tagIds = draft?.postId ? drafts.all?.find(({ id }) => id === draft.postId)?.tagIds : unstored
    const isElsewhere = draft?.elsewhere !== undefined && draft.elsewhere !== null
    dispatch({ type: 'discarded', cardId: card.id })
    toast({
      title: t('actions.discarded'),
      ...(isElsewhere && { description: t('kept.onlyHere') }),
      action: {
        label: t('actions.undo'),
        run: () => bringBack(isElsewhere ? card : { ...undrafted, ...(tagIds && { tagIds }) }),
      },
    })
    drafts
      .drop(card)
      .then(async (isDeleted) => {
        if (isDeleted) return
        bringBack(card)
        toast({ title: t('kept.notDiscarded'), description: t('kept.notDiscardedText'), isUncertain: true })
        await drafts.look(card)
      })
      // Ignore a failed deletion. The draft stays in the list, where the user can delete it again.
      .catch(() => {})
  }

  function chooseVersion(card: Card, isMine: boolean) {
    drafts.choose(card, isMine).catch((error: unknown) => {
      toast({ title: t('kept.notLoaded'), description: errorText(error), isDestructive: true })
    })
  }

  function cancelPost(card: Card, platform: Platform) {
    delivery
      .cancel(card, platform)
      .catch((error: unknown) => toast({ title: t('tooLate'), description: errorText(error), isUncertain: true }))
  }

  function dropSource(source: Source) {
    dispatch({ type: 'source-dropped', from: source.from })
    toast({
      title: t('source.dropped'),
      action: { label: t('actions.undo'), run: () => dispatch({ type: 'source-used', source }) },
    })
  }

  return { discard, chooseVersion, cancelPost, dropSource }
}
