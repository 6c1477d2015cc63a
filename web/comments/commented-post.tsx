import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { commentedText, startsOf } from '#core/comments/commented-text.ts'
import type { Image } from '#core/media/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { PostOptionsList } from '../posts/editor/post-options-field.tsx'
import { PostFrame, type Author } from '../posts/post-frame.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Download } from '../ui/icons.ts'
import { CommentedText } from './commented-text.tsx'
import type { Note } from './marked-lines.ts'
import { selectedQuote, type ChosenQuote } from './selected-quote.ts'

interface ShownPost {
  platform: Platform
  /** The text and pictures of a post, or of each part of a thread. */
  parts: { text: string; images: readonly Image[] }[]
  firstComment: string | null
  options: PostOptions | undefined
  author: Author
  when: string
}

interface CommentedPostProps {
  post: ShownPost
  notes: readonly Note[]
  onNote: (id: string) => void
  /** Called with each new selection of words. */
  onQuote: (quote: ChosenQuote) => void
}

/** A post as its network shows it. Readers select words to comment on them. */
export function CommentedPost({ post, notes, onNote, onQuote }: CommentedPostProps) {
  const t = useTranslations('comments')
  const box = useRef<HTMLDivElement>(null)
  const texts = post.parts.map(({ text }) => text)
  const starts = startsOf(texts)
  const text = commentedText(texts)
  const documents = post.parts.flatMap(({ images }) => images.filter(({ document }) => document))
  const readSelection = useEffectEvent(() => {
    const quote = selectedQuote(box.current, text)
    if (quote) onQuote(quote)
  })
  useEffect(() => {
    const onChange = () => readSelection()
    document.addEventListener('selectionchange', onChange)
    return () => document.removeEventListener('selectionchange', onChange)
  }, [])
  return (
    <div ref={box} className="flex flex-col gap-3">
      {post.parts.map((part, at) => (
        <PostFrame
          key={at}
          platform={post.platform}
          author={post.author}
          when={post.when}
          images={part.images}
          warning={post.options?.contentWarning}
          // With comments, show the text even behind a content warning, because the comments are next to its words.
          isUnfolded={notes.length > 0}
          direction={textDirection(part.text)}
        >
          <CommentedText
            platform={post.platform}
            text={part.text}
            offset={starts[at] ?? 0}
            notes={notes}
            onNote={onNote}
          />
        </PostFrame>
      ))}
      {documents.map((image) => (
        <a key={image.id} href={image.url} download className={buttonClass({ size: 'sm' }, 'self-start')}>
          <Download size={18} strokeWidth={1.75} />
          {t('openDocument')}
        </a>
      ))}
      {post.options && (
        <div className="text-13 text-ink-soft">
          <PostOptionsList options={post.options} />
        </div>
      )}
      {post.firstComment !== null && (
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <p className="text-13 text-ink-soft">{t('firstComment')}</p>
          <p dir="auto" className="text-14 break-words whitespace-pre-wrap">
            {post.firstComment}
          </p>
        </div>
      )}
    </div>
  )
}
