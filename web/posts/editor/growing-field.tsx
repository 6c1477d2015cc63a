import type { ComponentProps } from 'react'
import { overflowStart } from '#core/platforms/text-count.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { POST_TEXT } from '../preview-text.tsx'

/**
 * A text field with a hidden copy of its text below. The copy makes the field grow and underlines text beyond the
 * limit, which a textarea cannot do.
 * @param sentText the text as sent, whose length counts
 */
export function GrowingField({
  account,
  content,
  sentText,
  ...field
}: { account: LimitedAccount; content: string; sentText: string } & ComponentProps<'textarea'>) {
  const leading = content.length - content.trimStart().length
  const overflow = overflowStart(account, sentText)
  const cut = overflow === null ? content.length : Math.min(content.length, overflow + leading)
  return (
    <div dir={textDirection(content)} className="relative">
      <div aria-hidden="true" className={classNames(POST_TEXT, 'min-h-6 text-transparent')}>
        {content.slice(0, cut)}
        <span className="border-b-2 border-coral bg-coral-wash box-decoration-clone">{content.slice(cut)}</span>
        {'\u200B'}
      </div>
      <textarea
        spellCheck
        {...field}
        value={content}
        className={classNames(
          POST_TEXT,
          'absolute inset-0 size-full resize-none overflow-hidden bg-transparent p-0 outline-none focus-visible:shadow-none',
        )}
      />
    </div>
  )
}
