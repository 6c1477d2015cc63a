import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import type { Video } from '#core/posts/contract.ts'
import { useEnterKey } from '../../lib/enter-key.ts'
import { DraftField } from '../../posts/editor/draft-field.tsx'
import { PreviewText, type PreviewMark } from '../../posts/preview-text.tsx'
import { Button } from '../../ui/button.tsx'

export interface DraftTextProps {
  text: string
  /** The field's name for screen readers. */
  label: string
  platform: Platform
  hashtags: readonly string[]
  videos: readonly Video[]
  marks: readonly PreviewMark[] | undefined
  /** Whether the text may not change now, for example while it is being sent. */
  isLocked: boolean
  /** Whether the text on the screen has changes that are not yet a version. */
  isUnsaved: boolean
  onChange: (text: string) => void
  onSave: () => void
}

/** The text of a draft, inside its network's frame. */
export function DraftText({
  text,
  label,
  platform,
  hashtags,
  videos,
  marks,
  isLocked,
  isUnsaved,
  onChange,
  onSave,
}: DraftTextProps) {
  const posts = useTranslations('posts')
  const app = useTranslations('app')
  const [isEditing, setIsEditing] = useState(isUnsaved)
  const [textBefore, setTextBefore] = useState(text)
  const box = useRef<HTMLDivElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  useEnterKey(box, () => isEditing && save())

  function edit() {
    setTextBefore(text)
    setIsEditing(true)
  }

  function save() {
    onSave()
    // Renders first, because the focused field disappears.
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  function cancel() {
    onChange(textBefore)
    save()
  }

  const shown = { platform, content: text, hashtags, videos }
  return (
    <div ref={box}>
      {isEditing ? <DraftField {...shown} label={label} onType={onChange} /> : <PreviewText {...shown} marks={marks} />}
      <div className="-mx-1 mt-2 flex gap-1">
        {/* The same button serves both states, so that it keeps the focus. */}
        <Button
          ref={editButton}
          size="sm"
          variant={isEditing ? 'primary' : 'quiet'}
          aria-keyshortcuts={isEditing ? 'Control+Enter Meta+Enter' : undefined}
          disabled={isLocked && !isEditing}
          onClick={isEditing ? save : edit}
        >
          {isEditing ? posts('save') : posts('edit')}
        </Button>
        {isEditing && (
          <Button size="sm" variant="quiet" onClick={cancel}>
            {app('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
