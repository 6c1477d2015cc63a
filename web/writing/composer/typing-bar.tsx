import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import { Counter } from '../../posts/editor/counter.tsx'
import { Button } from '../../ui/button.tsx'

export function TypingBar({
  platform,
  text,
  isEditing,
  isTooLong,
  hasConflict,
  onSave,
  onCancel,
  onShowMargin,
}: {
  platform: Platform
  text: string
  isEditing: boolean
  isTooLong: boolean
  hasConflict: boolean
  onSave: () => void
  onCancel: () => void
  onShowMargin: () => void
}) {
  const posts = useTranslations('posts')
  const t = useTranslations('composer')
  const app = useTranslations('app')
  return (
    <div className="sticky bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] z-20 -mx-2.5 mt-2 flex items-center justify-between gap-2 border-y border-line bg-paper px-2.5 py-2 md:-mx-8 md:px-8 lg:hidden low:static">
      {/* Hidden from screen readers, which read the counter next to the text. */}
      <div aria-hidden="true">
        <Counter platform={platform} text={text} showsExcess />
      </div>
      {isTooLong && (
        <Button className="ms-auto min-w-0 px-3" onClick={onShowMargin}>
          {t('margin.toMarks')}
        </Button>
      )}
      {isEditing && (
        <div className="flex gap-2">
          {!isTooLong && !hasConflict && (
            <Button variant="quiet" onClick={onCancel}>
              {app('cancel')}
            </Button>
          )}
          <Button variant={hasConflict ? 'outline' : 'primary'} disabled={hasConflict} onClick={onSave}>
            {posts('save')}
          </Button>
        </div>
      )}
    </div>
  )
}
