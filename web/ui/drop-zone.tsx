import { useEffect, useId, useState, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CircleAlert } from './icons.ts'

/** Whether the user can drop files. Touch devices cannot drag them between windows. */
export function canDrop(): boolean {
  return matchMedia('(any-pointer: fine)').matches
}

interface DropZoneProps {
  label: string
  hint: ReactNode
  error?: ReactNode
  accept: string
  isMultiple?: boolean
  icon: ReactNode
  onFiles: (files: File[]) => void
}

export function DropZone({ label, hint, error, accept, isMultiple = false, icon, onFiles }: DropZoneProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <div>
      <label
        className={classNames(
          'relative flex cursor-pointer items-center gap-3 rounded-control border border-dashed px-4 py-3.5 transition-colors duration-(--fast) has-focus-visible:shadow-focus',
          isOver ? 'border-pond bg-pond-wash' : error ? 'border-coral' : 'border-line-strong hover:bg-sunk',
        )}
      >
        <input
          type="file"
          accept={accept}
          multiple={isMultiple}
          aria-label={label}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])])
            target.value = ''
          }}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            setIsOver(false)
            onFiles([...event.dataTransfer.files])
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <span aria-hidden="true" className="text-ink-soft">
          {icon}
        </span>
        <span className="min-w-0">
          <span className="block text-14 font-strong">{label}</span>
          <span id={`${id}-hint`} className="block text-13 text-ink-soft">
            {hint}
          </span>
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex gap-1.5 text-13 text-coral">
          <CircleAlert size={16} strokeWidth={2} className="mt-px shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
    </div>
  )
}

/** Ignores files dropped outside a drop zone. The browser would otherwise open them and lose all typed text. */
export function useDropGuard(): void {
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', hold)
    addEventListener('drop', hold)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('drop', hold)
    }
  }, [])
}
