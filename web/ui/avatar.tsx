import { classNames } from '../lib/class-names.ts'

/** A person's picture, or the first letters of their name. Arabic letters would join up, so only one is shown. */
export function Avatar({
  name,
  imageUrl = null,
  size = 36,
  className,
}: {
  name: string
  imageUrl?: string | null
  size?: number
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: what is beside it, or holds it, says the name.
      data-initials={imageUrl ? undefined : initialsOf(name)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden before:content-[attr(data-initials)] rounded-pill bg-[#e7d3b3] font-strong text-[#33270f]',
        className,
      )}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.38), lineHeight: 1 }}
    >
      {imageUrl && <img src={imageUrl} alt="" width={size} height={size} className="size-full object-cover" />}
    </span>
  )
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [...(words[0] ?? '')][0] ?? ''
  if (/\p{Script=Arabic}/u.test(first)) return first
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toUpperCase()
}
