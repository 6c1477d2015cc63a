import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isolate } from '../lib/isolate.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Moves one of an ordered list up or down. */
export function OrderButtons({
  name,
  place,
  count,
  isPending,
  onMove,
}: {
  name: string
  place: number
  count: number
  isPending: boolean
  onMove: (place: number) => void
}) {
  const t = useTranslations('admin.list')
  const whom = { name: isolate(name) }
  return (
    <span className="flex shrink-0">
      <IconButton label={t('up', whom)} disabled={place === 0 || isPending} onClick={() => onMove(place - 1)}>
        <ArrowUp size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('down', whom)} disabled={place === count - 1 || isPending} onClick={() => onMove(place + 1)}>
        <ArrowDown size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
