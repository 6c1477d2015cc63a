import type { Attributes, Span } from '../../tracing/tracer.ts'
import type { PublishJob } from './publish-job.ts'

/** Runs a publishing step as a span of the post's trace. */
export async function traced<T>(
  { tracer, post, attempt, account }: PublishJob,
  name: string,
  work: () => Promise<T>,
  about?: (result: T) => Attributes,
  kind: Span['kind'] = 'internal',
): Promise<T> {
  const attributes = { 'frogy.platform': account.platform, 'frogy.attempt': attempt.number }
  return await tracer.during(post.id, { name, kind, attributes }, work, about)
}
