import { useTranslations } from 'use-intl'
import { useSay } from '../lib/said.ts'
import { StoredPost } from '../posts/stored-post.tsx'
import { Button } from '../ui/button.tsx'
import type { Card } from './draft.ts'

/** What its owner has to know of a draft's other copy: it was changed, deleted or posted elsewhere, or is not kept there. */
export function DraftElsewhere({
  card,
  onChoose,
  onPutAway,
}: {
  card: Card
  onChoose: (isMine: boolean) => void
  onPutAway: () => void
}) {
  const t = useTranslations('composer.kept')
  const say = useSay()
  const { elsewhere, refused } = card.draft ?? {}
  if (elsewhere?.status === 'draft')
    return (
      <StoredPost
        post={elsewhere}
        text={t('changed')}
        onUse={() => onChoose(false)}
        other={{ label: t('mine'), run: () => onChoose(true) }}
      />
    )
  if (elsewhere !== undefined)
    return (
      <div role="alert" className="mb-4 rounded-control bg-lily-wash px-4 py-3 text-14">
        <p className="font-strong">{t(elsewhere ? 'sent' : 'deleted')}</p>
        <p className="mt-0.5 text-ink-soft">{t('stillHere')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onChoose(true)}>
            {t('asNew')}
          </Button>
          <Button variant="quiet" size="sm" onClick={onPutAway}>
            {t('putAway')}
          </Button>
        </div>
      </div>
    )
  return refused ? (
    <p role="alert" className="mb-3 text-13 text-ink-soft">
      {t('refused')} {say(refused.said)}
    </p>
  ) : null
}
