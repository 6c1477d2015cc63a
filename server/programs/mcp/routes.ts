import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorBody } from '#core/errors.ts'
import { basePathOf } from '../../http/base-path.ts'
import { keyOf } from '../../http/bearer.ts'
import type { FindKey, KeyRequester } from '../keys/api-keys.ts'
import type { Use } from './protocol.ts'
import { faultOf, requestOf, resultOf } from './tools.ts'

interface McpParts {
  findKey: FindKey
  publicUrl: () => string
  /** The `WWW-Authenticate` header that refers clients without a key to OAuth. */
  challenge: () => string
}

/**
 * `/mcp` offers API calls as tools (Model Context Protocol, streamable HTTP). Each tool runs an API call in this
 * process, with the same key and the same checks. No state is kept, so any process can respond.
 */
export function mcpRoutes(server: FastifyInstance, { findKey, publicUrl, challenge }: McpParts): void {
  server.post('/mcp', { bodyLimit: 1024 * 1024 }, async (request, reply) => {
    const keyed = await whoAsks(request, reply)
    request.language = keyed.user.preferredLanguage
    // Load the SDK on first use, because most installations never need it.
    const { answerTo } = await import('./protocol.ts')
    const workspace = keyed.member && keyed.user.firstName
    const use: Use = (name, given) => useTool(server, request, publicUrl(), name, given)
    const answer = await answerTo(
      asWebRequest(request, publicUrl()),
      request.body,
      { scopes: keyed.scopes, workspace },
      use,
    )
    const type = answer.headers.get('content-type')
    if (type) reply.type(type)
    return await reply.code(answer.status).send(await answer.text())
  })

  // MCP clients use GET for server messages and DELETE to end a session. Frogy has neither.
  server.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      await whoAsks(request, reply)
      return await reply.code(405).header('allow', 'POST').send()
    },
  })

  async function whoAsks(request: FastifyRequest, reply: FastifyReply): Promise<KeyRequester> {
    try {
      const token = keyOf(request)
      if (token === undefined) throw new AppError('key_refused')
      return await findKey(token)
    } catch (error) {
      if (error instanceof AppError && error.code === 'key_refused') reply.header('www-authenticate', challenge())
      throw error
    }
  }
}

/** Runs a tool. A rejected API call becomes a tool error that the assistant can react to. */
async function useTool(
  server: FastifyInstance,
  { headers }: FastifyRequest,
  publicUrl: string,
  name: string,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const fault = faultOf(name, given)
  if (fault) return refused(fault)
  const asked = requestOf(name, given)
  if (!asked) return refused(`There is no tool ${name}`)
  const { method, url, body } = asked
  const answer = await server.inject({
    method,
    url: basePathOf(publicUrl) + url,
    headers: { host: new URL(publicUrl).host, authorization: headers.authorization },
    ...(body && { payload: body }),
  })
  const json = answer.payload === '' ? {} : answer.json<unknown>()
  if (answer.statusCode < 400)
    return { content: [{ type: 'text', text: JSON.stringify(json) }], structuredContent: resultOf(json) }
  const { message, issues = [] } = json as ErrorBody
  return refused([message, ...issues.map((issue) => `${issue.path}: ${issue.message}`)].join('\n'))
}

const refused = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

function asWebRequest({ headers, method, url }: FastifyRequest, publicUrl: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Request(publicUrl + url, { method, headers: given })
}
