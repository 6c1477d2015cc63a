import { classNames } from '../lib/class-names.ts'

/** Class names for each size in px, because the content security policy forbids inline styles on prerendered pages. */
const SIZES = {
  32: 'size-8 text-[12px]',
  36: 'size-9 text-[14px]',
  40: 'size-10 text-[15px]',
  44: 'size-11 text-[17px]',
} as const

type AvatarProps = { name: string; imageUrl?: string | null; size?: keyof typeof SIZES; className?: string }

/** The user's picture or initials. In Arabic, it shows only one letter, because two would join. */
export function Avatar({ name, imageUrl = null, size = 36, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // Let CSS render the initials, so that screen readers skip them. The name is next to them or in a label.
      data-initials={imageUrl ? undefined : initialsOf(name)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden before:content-[attr(data-initials)] rounded-pill bg-[#e7d3b3] leading-none font-strong text-[#33270f]',
        SIZES[size],
        className,
      )}
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
