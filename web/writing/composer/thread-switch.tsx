import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { useLimitedAccount } from '../../accounts/limited-account.ts'
import { isolate } from '../../lib/isolate.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, type Card } from './draft.ts'
import { splitCard, threadOf } from './thread.ts'

interface ThreadSwitchProps {
  card: Card
  isLocked: boolean
  dispatch: (action: ComposerAction) => void
}

/** Splits a text into the parts of a thread, or joins them, on networks with threads. */
export function ThreadSwitch({ card, isLocked, dispatch }: ThreadSwitchProps) {
  const t = useTranslations('cards.thread')
  const { name, threads } = rulesOf(card.platform)
  const { textLimit } = useLimitedAccount(card.platform, card.accountIds?.[card.platform])
  if (!threads) return null
  const value = threadOf(card) ? 'thread' : 'one'
  return (
    <div className="shrink-0 [&_label]:min-h-6.5 [&_label]:px-2.5 [&_label]:whitespace-nowrap">
      <Segmented
        label={t('kind', { platform: isolate(name) })}
        isLabelHidden
        value={value}
        options={(['one', 'thread'] as const).map((kind) => ({ value: kind, label: t(kind) }))}
        onChange={(next) => {
          if (next === value || isLocked) return
          const parts =
            next === 'thread' ? splitCard(card, contentOf(card), { textLimit, taken: takenBy(card.options) }) : null
          dispatch({ type: 'thread-changed', cardId: card.id, parts })
        }}
      />
    </div>
  )
}
