import { useTranslations } from 'use-intl'
import { toast } from '../../lib/toast.ts'
import type { Media } from '../media/media-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'
import { sharedText, shareLink, type ShareApp } from './share-link.ts'

const APP_NAMES = { whatsapp: 'WhatsApp', telegram: 'Telegram' }

/** Returns a function that opens another app to share the text of a draft. */
export function useShare(media: Media): (card: Card, app: ShareApp) => void {
  const t = useTranslations('composer.posting')
  const sharing = useTranslations('cards.share')
  return (card, app) => {
    const content = contentOf(card)
    if (content.trim() === '') {
      toast({ title: t('noContent'), description: t('noContentText'), isDestructive: true })
      return
    }
    const { hashtags } = selectedVariant(card)
    const videoUrls = (card.media ?? media).videos.map(({ url }) => url)
    try {
      const opened = window.open(
        shareLink(app, sharedText({ content, hashtags, videoUrls }), navigator.userAgent),
        '_blank',
      )
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
}
