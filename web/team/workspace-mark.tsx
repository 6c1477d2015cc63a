import { initialsOf } from '../ui/avatar.tsx'

/** The square with the first letter of a workspace's name, next to that name. */
export const WorkspaceMark = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    // As in `Avatar`, CSS renders the letter, which would otherwise count as part of a label.
    data-initials={[...initialsOf(name)][0]}
    className="inline-flex size-6 shrink-0 items-center justify-center rounded-[6px] bg-pond-wash text-[12px] font-strong text-pond before:content-[attr(data-initials)]"
  />
)
