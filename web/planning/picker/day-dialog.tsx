import { useTranslations } from 'use-intl'
import { Dialog } from '../../ui/dialog.tsx'
import { Month } from './month.tsx'

interface DayDialogProps {
  title: string
  date: string
  today: string
  onChoose: (date: string) => void
  onClose: () => void
}

export default function DayDialog({ title, date, today, onChoose, onClose }: DayDialogProps) {
  const app = useTranslations('app')
  return (
    <Dialog title={title} closeLabel={app('close')} onClose={onClose}>
      <Month date={date} today={today} isPast onChoose={onChoose} />
    </Dialog>
  )
}
