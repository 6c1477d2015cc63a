import { useTranslations } from 'use-intl'
import { isDelivered } from './draft.ts'
import type { Cleared } from './composer-model.ts'

export function ClearedLine({ cleared, onUndo }: { cleared: Cleared | null; onUndo: () => void }) {
  const t = useTranslations('composer')
  const delivered = cleared?.cards.filter(isDelivered).length ?? 0
  const count = (cleared?.cards.length ?? 0) - delivered
  return (
    <div
      className={
        cleared ? 'flex items-center justify-between gap-3 border-s-[3px] border-lily ps-3 text-13' : 'absolute'
      }
    >
      <output className="text-ink-soft">
        {cleared &&
          (count > 0
            ? t(cleared.why === 'rewritten' ? 'source.replaced' : 'source.cleared', { count })
            : delivered > 0
              ? t('source.putAway', { count: delivered })
              : t('source.closed'))}
      </output>
      {cleared && (
        <button
          type="button"
          onClick={onUndo}
          className="-my-1 min-h-(--control) shrink-0 rounded-control px-3 text-14 font-strong text-pond hover:bg-sunk"
        >
          {t('actions.undo')}
        </button>
      )}
    </div>
  )
}
