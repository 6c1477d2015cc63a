import { Dialog } from '../../ui/dialog.tsx'
import { Month } from './month.tsx'

interface DayDialogProps {
  title: string
  date: string
  today: string
  offers?: 'past' | 'all'
  onChoose: (date: string) => void
  onClose: () => void
}

export default function DayDialog({ title, date, today, offers = 'past', onChoose, onClose }: DayDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Month date={date} today={today} offers={offers} onChoose={onChoose} />
    </Dialog>
  )
}
