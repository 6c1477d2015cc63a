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
  return (
    <Dialog title={title} onClose={onClose}>
      <Month date={date} today={today} isPast onChoose={onChoose} />
    </Dialog>
  )
}
