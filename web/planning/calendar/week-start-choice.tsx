import { useTranslations } from 'use-intl'
import { firstWeekday } from '#core/posts/week-start.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useUser } from '../../lib/session.ts'
import { changeSettings } from '../../lib/settings.ts'
import { toast } from '../../lib/toast.ts'
import { useWeekdays } from '../picker/use-weekdays.ts'
import { Select } from '../../ui/select.tsx'

const DAYS = [6, 0, 1] as const

export function WeekStartChoice() {
  const t = useTranslations('calendar.weekStart')
  const errorText = useErrorText()
  const { user } = useUser()
  const { names } = useWeekdays()

  async function choose(value: string) {
    try {
      const weekStartsOn = DAYS.find((day) => String(day) === value) ?? null
      await changeSettings({ weekStartsOn })
    } catch (error) {
      toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    }
  }

  return (
    <Select
      label={t('label')}
      value={String(user?.weekStartsOn ?? '')}
      options={[
        { value: '', label: t('automatic', { day: names[firstWeekday(navigator.language)] ?? '' }) },
        ...DAYS.map((day) => ({ value: String(day), label: names[day] ?? '' })),
      ]}
      onChange={(value) => void choose(value)}
    />
  )
}
