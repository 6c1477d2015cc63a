import type { Team } from '#core/workspaces/contract.ts'
import { LateLimit } from '../posts/late-limit.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** Sets how late posts of a workspace may be published. */
export function LateSetting({ team: { id, lateAfterMinutes } }: { team: Pick<Team, 'id' | 'lateAfterMinutes'> }) {
  const saving = useWorkspaceChange(id)
  const shown = (saving.isPending && saving.variables.lateAfterMinutes) || lateAfterMinutes
  return (
    <div className="mt-6 max-w-100">
      <LateLimit minutes={shown} onChange={(minutes) => saving.mutate({ lateAfterMinutes: minutes })} />
    </div>
  )
}
