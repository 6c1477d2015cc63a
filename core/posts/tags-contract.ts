import { z } from 'zod'
import { normalizeNfc } from '../clean-text.ts'
import { isOneLine, isVisible } from '../one-line.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, MAX_TAGS_PER_POST, TAG_COLOURS } from './tags.ts'

const TagBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TAG_LENGTH)
    .overwrite(normalizeNfc)
    .refine(isOneLine, { params: { text: 'invalid' } })
    .refine(isVisible, { params: { text: 'required' } }),
  colour: z.enum(TAG_COLOURS),
})

/** A name and colour for posts that belong together, such as a campaign. */
export const Tag = TagBody.extend({ id: z.uuid() })
export type Tag = z.infer<typeof Tag>

export const tagEndpoints = {
  'GET /api/tags': {
    summary: "Lists the user's tags by name.",
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Tag),
  },
  'POST /api/tags': {
    summary: `Adds a tag, at most ${MAX_TAGS} per user. Returns the existing tag if the name is the same.`,
    access: 'user',
    scope: 'posts:write',
    body: TagBody,
    answer: Tag,
    status: 201,
    errors: ['too_many_tags'],
  },
  'PATCH /api/tags/{id}': {
    summary: 'Changes the name or colour of a tag.',
    access: 'user',
    scope: 'posts:write',
    body: TagBody.partial(),
    answer: Tag,
    errors: ['not_found', 'tag_exists'],
  },
  'DELETE /api/tags/{id}': {
    summary: 'Deletes a tag and removes it from all posts. The posts stay.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'PUT /api/posts/{id}/tags': {
    summary: 'Replaces the tags of a post in any state. Tags are never published.',
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({ tagIds: z.array(z.uuid()).max(MAX_TAGS_PER_POST) }),
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
} as const
