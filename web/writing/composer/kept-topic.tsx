import { useTranslations } from 'use-intl'
import { X } from '../../ui/icons.ts'

export function KeptTopic({ topic, onRemove }: { topic: string; onRemove: () => void }) {
  const t = useTranslations('composer.source')
  return (
    <button
      type="button"
      aria-label={t('removeTopic', { topic })}
      onClick={onRemove}
      className="group mt-3 flex min-h-11 max-w-full items-center gap-1.5 rounded-pill bg-pond-wash px-3 text-start text-13 lg:min-h-8"
    >
      <span className="min-w-0 truncate">{t('aboutTopic', { topic })}</span>
      <X size={14} strokeWidth={1.75} className="-me-1 shrink-0 text-ink-soft group-hover:text-coral" />
    </button>
  )
}
