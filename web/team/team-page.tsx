import { useTranslations } from 'use-intl'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Team } from './team.tsx'
import { WorkspaceList } from './workspace-list.tsx'

/** In a workspace its members, otherwise the user's workspaces. */
export default function TeamPage() {
  const t = useTranslations('team')
  usePageTitle(t(WORKSPACE_ID ? 'title' : 'ownTitle'))
  return WORKSPACE_ID ? <Team id={WORKSPACE_ID} /> : <WorkspaceList />
}
