import { useTranslations } from 'use-intl'
import { Select } from '../ui/select.tsx'

const LIMITS = [15, 60, 360, 1440] as const

/** Chooses how many minutes late a scheduled post may still be published. */
export function LateLimit({
  minutes,
  isLabelHidden = false,
  onChange,
}: {
  minutes: number
  isLabelHidden?: boolean
  onChange: (minutes: number) => void
}) {
  const t = useTranslations('settings.publishing')
  const isUsual = LIMITS.some((limit) => limit === minutes)
  return (
    <Select
      label={t('late')}
      isLabelHidden={isLabelHidden}
      value={String(minutes)}
      options={[
        ...LIMITS.map((limit) => ({ value: String(limit), label: t(`lateBy.${limit}`) })),
        ...(isUsual ? [] : [{ value: String(minutes), label: t('lateBy.other', { minutes }) }]),
      ]}
      onChange={(limit) => onChange(Number(limit))}
    />
  )
}
