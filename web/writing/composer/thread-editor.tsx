import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { lookOf } from '#core/platforms/looks.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { MOST_PARTS } from '#core/posts/follow-ups.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { authorOf } from '../../posts/author.ts'
import { Counter } from '../../posts/editor/counter.tsx'
import { GrowingField } from '../../posts/editor/growing-field.tsx'
import { ThreadWarningNote } from '../../posts/editor/post-options-field.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ArrowDown, ArrowUp, Plus, Scissors, Trash2 } from '../../ui/icons.ts'
import { Switch } from '../../ui/switch.tsx'
import type { Media } from '../media/media-state.ts'
import { PictureGallery } from '../media/picture-gallery.tsx'
import { Thumbnail } from '../media/thumbnail.tsx'
import type { ComposerAction } from './composer-state.ts'
import { selectedVariant, type Card, type ThreadPart } from './draft.ts'
import { numberParts, plainParts, splitCard } from './thread.ts'

interface ThreadEditorProps {
  card: Card
  parts: readonly ThreadPart[]
  account: SocialAccount | null
  ownName: string
  media: Media
  label: string
  isLocked: boolean
  dispatch: (action: ComposerAction) => void
}

/** The parts of a thread, one below the other as the network shows them. */
export function ThreadEditor({ card, parts, account, ownName, media, label, isLocked, dispatch }: ThreadEditorProps) {
  const t = useTranslations('cards.thread')
  const list = useRef<HTMLOListElement>(null)
  const author = authorOf(account, ownName)
  const { platform, isNumbered = false } = card
  const look = lookOf(platform)
  const limited = { platform, textLimit: account?.textLimit ?? null, taken: takenBy(card.options) }
  const warning = card.options?.contentWarning
  const total = parts.length

  /** The parts without their numbers. The numbers change when the author reorders the parts. */
  const plain = plainParts(parts, isNumbered)
  const store = (next: readonly ThreadPart[], hasNumbers = isNumbered) =>
    dispatch({
      type: 'thread-changed',
      cardId: card.id,
      parts: hasNumbers ? numberParts(next, card.language) : [...next],
      isNumbered: hasNumbers,
    })
  /** Changes the text of one part. Does not renumber the parts, so that the author can also edit a number. */
  const type = (index: number, content: string) =>
    dispatch({
      type: 'thread-changed',
      cardId: card.id,
      parts: parts.map((part, at) => (at === index ? { ...part, content } : part)),
    })
  function focus(index: number, caret?: number) {
    requestAnimationFrame(() => {
      const field = list.current?.querySelectorAll('textarea')[index]
      field?.focus()
      const at = caret ?? field?.value.length ?? 0
      field?.setSelectionRange(at, at)
    })
  }
  function insertAfter(index: number, content = '') {
    if (total >= MOST_PARTS) return
    store(plain.toSpliced(index + 1, 0, { content, imageIds: [] }))
    focus(index + 1, 0)
  }
  function remove(index: number) {
    store(plain.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  function move(index: number, to: number) {
    const part = plain[index]
    if (!part || to < 0 || to >= total) return
    store(plain.toSpliced(index, 1).toSpliced(to, 0, part))
    focus(to)
  }
  function join(index: number) {
    const [before, part] = [plain[index - 1], plain[index]]
    if (!before || !part) return
    const content = [before.content, part.content].filter(Boolean).join(' ')
    store(plain.toSpliced(index - 1, 2, { content, imageIds: [...before.imageIds, ...part.imageIds] }))
    focus(index - 1, before.content.length)
  }
  function split(index: number) {
    const part = plain[index]
    if (!part) return
    const [first, ...rest] = plainParts(splitCard(card, part.content, limited), isNumbered)
    if (first) store(plain.toSpliced(index, 1, { ...first, imageIds: part.imageIds }, ...rest))
  }
  function change(index: number, content: string) {
    // Two line breaks at the end start the next part.
    if (/\S\n\n$/.test(content) && total < MOST_PARTS) {
      const typed = parts.map((part, at) => (at === index ? { ...part, content: content.trimEnd() } : part))
      store(plainParts(typed, isNumbered).toSpliced(index + 1, 0, { content: '', imageIds: [] }))
      focus(index + 1, 0)
    } else type(index, content)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>, index: number) {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    } else if (event.key === 'Backspace' && index > 0 && selectionStart === 0 && selectionEnd === 0) {
      event.preventDefault()
      join(index)
    }
  }

  const ready = media.pictures.flatMap((picture) => (picture.state === 'ready' ? [picture] : []))
  const partOf = (id: string) =>
    Math.max(
      0,
      parts.findIndex(({ imageIds }, index) => index > 0 && imageIds.includes(id)),
    )
  const place = (id: string, to: number) =>
    store(
      plain.map((part, index) => {
        const others = part.imageIds.filter((one) => one !== id)
        return { ...part, imageIds: index === to ? [...others, id] : others }
      }),
    )

  return (
    <fieldset
      aria-label={label}
      dir={textDirection(parts.map(({ content }) => content).join('\n'))}
      className="min-w-0 rounded-card border border-line bg-surface"
    >
      {warning && (
        <div className="mx-4 mt-4 rounded-control bg-sunk px-3 py-2 md:mx-4.5">
          <p dir={textDirection(warning)} className="text-16 break-words">
            {warning}
          </p>
          <ThreadWarningNote />
        </div>
      )}
      <ol ref={list} className="px-4 pt-4 md:px-4.5">
        {parts.map((part, index) => {
          const isFirst = index === 0
          const sentText = publishedText({
            content: part.content,
            ...(isFirst && { hashtags: selectedVariant(card).hashtags, videos: media.videos }),
          })
          const images = ready.filter(({ image }) => partOf(image.id) === index).map(({ image }) => image)
          const isTooLong = textIssues(limited, sentText, images.length).some(({ kind }) => kind === 'too-long')
          const values = { part: index + 1, total }
          return (
            <li key={index} data-part={index + 1} className="flex gap-2.5">
              <div className="flex flex-col items-center">
                <Avatar name={author.name} imageUrl={author.imageUrl} size={look.avatarSize} />
                {index < total - 1 && <span aria-hidden="true" className="my-1.5 w-0.5 flex-1 bg-line" />}
              </div>
              <div className="min-w-0 flex-1 pb-4">
                <div className="flex flex-wrap items-center gap-x-2 text-14">
                  <bdi className="max-w-1/2 truncate font-strong">{author.name}</bdi>
                  {author.handle && (
                    <bdi className="min-w-0 truncate text-ink-soft max-md:hidden">@{author.handle}</bdi>
                  )}
                  <span className="ms-auto flex items-center gap-2">
                    <Counter platform={platform} text={sentText} accountId={account?.id} taken={limited.taken} />
                    <span className="rounded-[6px] bg-sunk px-1.5 text-13 font-strong text-ink-soft">
                      {t('of', values)}
                    </span>
                  </span>
                </div>
                <GrowingField
                  account={limited}
                  content={part.content}
                  sentText={sentText}
                  aria-label={t('part', values)}
                  aria-invalid={isTooLong || undefined}
                  readOnly={isLocked}
                  onChange={(event) => change(index, event.target.value)}
                  onKeyDown={(event) => press(event, index)}
                />
                {images.length > 0 && (
                  <div className="mt-2">
                    <PictureGallery look={look.gallery} images={images} />
                  </div>
                )}
                <div className="-ms-2 flex items-center">
                  <IconButton
                    label={t('up', values)}
                    disabled={isLocked || isFirst}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp size={16} strokeWidth={1.75} />
                  </IconButton>
                  <IconButton
                    label={t('down', values)}
                    disabled={isLocked || index === total - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown size={16} strokeWidth={1.75} />
                  </IconButton>
                  <IconButton
                    label={t('remove', values)}
                    disabled={isLocked || total < 2}
                    onClick={() => remove(index)}
                  >
                    <Trash2 size={16} strokeWidth={1.75} />
                  </IconButton>
                  {isTooLong && (
                    <Button size="sm" className="ms-auto" disabled={isLocked} onClick={() => split(index)}>
                      <Scissors size={16} strokeWidth={1.75} />
                      {t('split')}
                    </Button>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ol>
      {ready.length > 0 && (
        <ul className="flex flex-wrap gap-2 border-t border-line px-4 py-3 md:px-4.5">
          {ready.map((picture, at) => (
            <li key={picture.key} className="flex items-center gap-2">
              <Thumbnail picture={picture} className="size-11" />
              <select
                aria-label={t('photo', { number: at + 1 })}
                value={partOf(picture.image.id)}
                disabled={isLocked}
                onChange={({ target }) => place(picture.image.id, Number(target.value))}
                className="min-h-11 rounded-control border border-line bg-surface px-2 text-14"
              >
                {parts.map((_, index) => (
                  <option key={index} value={index}>
                    {t('inPart', { part: index + 1 })}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center justify-between gap-2 border-t border-line px-4 py-1 md:px-4.5">
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3 font-strong text-pond"
          disabled={isLocked || total >= MOST_PARTS}
          onClick={() => insertAfter(total - 1)}
        >
          <Plus size={17} strokeWidth={1.75} />
          {t('add')}
        </Button>
        <span className={classNames('flex items-center gap-2 text-14', isLocked && 'opacity-60')}>
          <span aria-hidden="true">{t('number')}</span>
          <Switch label={t('number')} isOn={isNumbered} disabled={isLocked} onChange={(isOn) => store(plain, isOn)} />
        </span>
      </div>
    </fieldset>
  )
}
