import { classNames } from '../lib/class-names.ts'

const FILL = {
  pond: '[&::-moz-progress-bar]:bg-pond [&::-webkit-progress-value]:bg-pond',
  lily: '[&::-moz-progress-bar]:bg-lily [&::-webkit-progress-value]:bg-lily',
  coral: '[&::-moz-progress-bar]:bg-coral [&::-webkit-progress-value]:bg-coral',
}

interface ProgressProps {
  label: string
  percent: number
  tone?: keyof typeof FILL
}

export function Progress({ label, percent, tone = 'pond' }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(percent)}
      className={classNames(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-pill bg-sunk [&::-moz-progress-bar]:rounded-pill [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:rounded-pill',
        FILL[tone],
      )}
    />
  )
}
