import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'

/** The built web app: its files, and its one page for every other address, which finds its own way from there. */
export async function webApp(server: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html')
  const isBuilt = existsSync(index)
  const page = isBuilt ? readFileSync(index, 'utf8') : 'The web app is not built: run "npm run build" first.'
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        // A built file's name changes with its content; the others must be asked about.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  server.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
