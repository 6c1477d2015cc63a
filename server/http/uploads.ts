import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadRule } from '#core/endpoint.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { issueOf } from '../messages.ts'

export interface UploadedFile {
  /** The sender's file name without its path. Never trust it, and never store a file under it. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Form {
  files: UploadedFile[]
  fields: Record<string, string>
}

/**
 * Reads a multipart form into memory, within the call's limits, never to disk.
 * @throws AppError unsupported_type, validation_failed, malformed_request, or the error that `rule` names
 */
export async function readForm(request: FastifyRequest, rule: UploadRule, language: Language): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('unsupported_type')
  const files: UploadedFile[] = []
  const fields: Record<string, string> = {}
  let totalBytes = 0
  const invalid = (text: string, values = {}) =>
    new AppError('validation_failed', {
      issues: [issueOf(language, rule.field, text, values)],
    })
  try {
    const limits = { files: rule.maxFiles, fileSize: rule.maxBytes, fields: 10, fieldSize: 10_000, headerPairs: 50 }
    for await (const part of request.parts({ limits }) as AsyncIterable<MultipartFile | MultipartValue>) {
      if (part.type === 'field') {
        // The plugin has already parsed JSON fields. Keep all fields as text; each call parses its own.
        fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        continue
      }
      if (part.fieldname !== rule.field) throw invalid('unknown_field', { field: part.fieldname })
      const bytes = (await part.toBuffer()) as Buffer<ArrayBuffer>
      totalBytes += bytes.length
      if (totalBytes > (rule.maxTotalBytes ?? Infinity)) throw new AppError('too_large')
      files.push({ name: nameOf(part.filename), bytes })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError(rule.tooLarge)
    if (code === 'FST_FILES_LIMIT') throw invalid('too_many', { maximum: rule.maxFiles })
    if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') throw new AppError('too_large')
    // The upload is incomplete or not a form.
    throw new AppError('malformed_request', { cause: error })
  }
  if (files.length === 0) throw invalid('required')
  return { files, fields }
}

/** The last path segment, without invisible or unstorable characters, at most 255 characters. */
export function nameOf(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
  return [...visible].slice(0, 255).join('') || 'file'
}
