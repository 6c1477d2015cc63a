import { useTranslations } from 'use-intl'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Team } from './team.tsx'
import { WorkspaceList } from './workspace-list.tsx'

/** Shows the members of a workspace, or the user's workspaces on the user's own page. */
export default function TeamPage() {
  const t = useTranslations('team')
  usePageTitle(t(WORKSPACE_ID ? 'title' : 'ownTitle'))
  return WORKSPACE_ID ? <Team id={WORKSPACE_ID} /> : <WorkspaceList />
}
