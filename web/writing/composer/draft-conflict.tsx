import { useTranslations } from 'use-intl'
import { useMessageText } from '../../lib/error-message.ts'
import { StoredPostNotice } from '../../posts/stored-post-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import type { Card } from './draft.ts'

type DraftConflictProps = { card: Card; onChoose: (isMine: boolean) => void; onDismiss: () => void }

export function DraftConflict({ card, onChoose, onDismiss }: DraftConflictProps) {
  const t = useTranslations('composer.kept')
  const say = useMessageText()
  const { elsewhere, refused } = card.draft ?? {}
  if (elsewhere?.status === 'draft')
    return (
      <StoredPostNotice
        post={elsewhere}
        title={t('changedTitle')}
        text={t('changed')}
        onUse={() => onChoose(false)}
        other={{ label: t('mine'), run: () => onChoose(true) }}
      />
    )
  if (elsewhere !== undefined)
    return (
      <div role="alert" className="mb-4 rounded-control bg-lily-wash p-4 text-14">
        <p className="flex gap-2.5 font-strong">
          <TriangleAlert size={18} strokeWidth={1.75} className="mt-px shrink-0 text-lily-ink" />
          {t(elsewhere ? 'sent' : 'deleted')}
        </p>
        <p className="mt-1 text-ink-soft">{t('stillHere')}</p>
        <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-auto">
          <Button variant="primary" size="sm" onClick={() => onChoose(true)}>
            {t('asNew')}
          </Button>
          <Button size="sm" className="bg-surface" onClick={onDismiss}>
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
