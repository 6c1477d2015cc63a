import type { FastifyInstance, FastifyRequest } from 'fastify'
import { splitWorkspace, workspacePath } from '#core/workspaces/path.ts'

// Frogy may share its host: PUBLIC_URL=https://example.com/frogy (docs/decisions/062). Only this file adds or removes
// the path. Routes, redirects and stored paths begin with `/`, as if Frogy had the whole host.

/** The path of PUBLIC_URL, such as `/frogy`; empty when Frogy has the whole host. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

/** Paths that also answer without the base path, because probes know only the port. */
const AT_ROOT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** OAuth metadata URLs end with the base path: `/.well-known/oauth-…/frogy` (RFC 8414 and RFC 9728). */
const WELL_KNOWN = /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)(?=\/)/

export const wellKnownUrl = (publicUrl: string, document: string, path: string): string =>
  `${new URL(publicUrl).origin}/.well-known/${document}${basePathOf(publicUrl)}${path}`

/** Removes the base path from a request's URL. @returns undefined for the URL of another site on this host */
export function withoutBasePath(url: string, basePath: string): string | undefined {
  const [document = ''] = WELL_KNOWN.exec(url) ?? []
  const below = url.slice(document.length)
  if (!below.startsWith(basePath)) return undefined
  const rest = below.slice(basePath.length)
  if (document) return /^(?:[/?]|$)/.test(rest) ? document + rest : undefined
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : undefined
}

/** The Fastify option that removes the base path and the workspace from URLs before routing. */
export function rewritesUrl(basePath: string): { rewriteUrl: (request: { url?: string }) => string } {
  return {
    rewriteUrl: ({ url = '/' }) => {
      const below = withoutBasePath(url, basePath)
      return below === undefined ? url : splitWorkspace(below).rest
    },
  }
}

/** Finds the workspace of each request, responds 404 outside the base path, and adds both paths to redirects. */
export function serveBelow(server: FastifyInstance, basePath: string, notFound: () => Error): void {
  server.decorateRequest('workspaceId', undefined)
  server.addHook('onRequest', async (request, reply) => {
    const { originalUrl, method, routeOptions } = request
    const below = withoutBasePath(originalUrl, basePath)
    if (below === undefined) {
      if (basePath && !AT_ROOT.has(routeOptions.url ?? '')) throw notFound()
      return
    }
    request.workspaceId = splitWorkspace(below).workspaceId
    // Redirect `/frogy` to `/frogy/`: relative URLs and the service worker's scope need the slash at the end.
    const [path] = originalUrl.split('?', 1)
    if (path === pathBefore(request, basePath) && (method === 'GET' || method === 'HEAD'))
      return reply.redirect(request.url, 308)
  })
  server.addHook('onSend', async (request, reply) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && /^\/(?!\/)/.test(location))
      reply.header('location', pathBefore(request, basePath) + location)
  })
}

/** The path before each address in a response: the base path, and the workspace of the request. */
export const pathBefore = ({ workspaceId }: Pick<FastifyRequest, 'workspaceId'>, basePath: string): string =>
  workspaceId === undefined ? basePath : basePath + workspacePath(workspaceId)

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace in the request's URL; undefined for the user's own. */
    workspaceId: string | undefined
  }
}

/** Names of JSON members that contain URLs of this site. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'profileImageUrl', 'imageUrl'])

/** Serializes JSON, and adds the base path to the URLs in it. */
export const jsonBelow = (value: unknown, basePath: string): string =>
  JSON.stringify(
    value,
    basePath
      ? (key, field: unknown) =>
          ADDRESSES.has(key) && typeof field === 'string' && field.startsWith('/media/') ? basePath + field : field
      : undefined,
  )

/** Adds the base path to the addresses in built HTML. */
export const htmlBelow = (html: string, basePath: string): string =>
  basePath ? html.replaceAll(/(?<=\s(?:href|src|action)=")\/(?!\/)/g, `${basePath}/`) : html
