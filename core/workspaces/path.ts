/** The address of a page or call in a workspace: `/w/<id>` before its usual path. */
export const workspacePath = (id: string): string => `/w/${id}`

const IN_WORKSPACE = /^\/w\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?=[/?]|$)/

/** Splits an address into the workspace's id and the address without the workspace. */
export function splitWorkspace(url: string): { workspaceId: string | undefined; rest: string } {
  const [prefix = '', workspaceId] = IN_WORKSPACE.exec(url) ?? []
  const rest = url.slice(prefix.length)
  return { workspaceId, rest: rest.startsWith('/') ? rest : `/${rest}` }
}
