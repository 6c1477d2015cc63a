import { z } from 'zod'
import type { Endpoint } from '#core/endpoint.ts'
import { PlatformName } from '#core/posts/contract.ts'

const Id = z.guid()

/** What a name in the path of a call stands for; undefined for an id. */
export function describedValue(name: string, { params }: Endpoint): z.ZodType | undefined {
  return (params?.shape[name] as z.ZodType | undefined) ?? (name === 'platform' ? PlatformName : undefined)
}

/** Whether the values in a path are what its call describes. Nothing is looked up by others, such as an escaped NUL. */
export function areDescribed(values: Record<string, string>, endpoint: Endpoint): boolean {
  return Object.entries(values).every(
    ([name, value]) => (describedValue(name, endpoint) ?? Id).safeParse(value).success,
  )
}
