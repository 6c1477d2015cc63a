export function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(percent)}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-pill bg-sunk [&::-moz-progress-bar]:rounded-pill [&::-moz-progress-bar]:bg-pond [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:rounded-pill [&::-webkit-progress-value]:bg-pond"
    />
  )
}
