import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useTold } from './use-told.tsx'

/** A figure in a table of the page, as its network told it. */
export function FigureCell({
  of,
  name,
  className,
}: {
  of: Parameters<ReturnType<typeof useTold>>[0]
  name: Parameters<ReturnType<typeof useTold>>[1]
} & Pick<ComponentProps<'td'>, 'className'>) {
  const { text, isTold } = useTold()(of, name)
  return (
    <td
      className={classNames(
        'ps-3 text-end tabular-nums',
        isTold ? name === 'engagement' && 'font-strong' : 'text-ink-soft',
        className,
      )}
    >
      {text}
    </td>
  )
}
