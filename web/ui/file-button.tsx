import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps {
  /** The name of the hidden file input, for screen readers. */
  label: string
  accept: string
  isPending: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that lets the user choose one file. */
export function FileButton({ label, accept, isPending, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // Reset the input, so that the user can choose the same file again after a failure.
          target.value = ''
        }}
      />
      <Button size="sm" isPending={isPending} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
