import { ask } from '../http.ts'
import { textAt } from '../json.ts'
import type { Access, OutgoingDocument, OutgoingPost, Outcome, Preparation } from '../platform-client.ts'
import { isVideoComplete, saveComplete, untilProcessed, VIDEO, WITHOUT_VIDEO } from '../upload-video.ts'
import { stateOf, type VideoUploader } from './video.ts'

/** Key of the stored upload address of the document. */
const UPLOAD = 'videoUpload'

/**
 * Uploads a document in one request, because LinkedIn overwrites the file with each further one. Then waits until
 * LinkedIn has processed it. Stores its progress under the same keys as that of a video.
 */
export async function prepareDocument(
  uploader: VideoUploader,
  post: OutgoingPost,
  document: OutgoingDocument,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  if (!preparation.done[VIDEO]) {
    const begun = await begin(uploader, access, signal)
    if (!begun.ok) return begun
    await preparation.save({ ...WITHOUT_VIDEO, [VIDEO]: begun.value.urn, [UPLOAD]: begun.value.uploadUrl })
  }
  const { [VIDEO]: urn = '', [UPLOAD]: uploadUrl = '' } = preparation.done
  if (!isVideoComplete(preparation.done)) {
    // A repeated upload replaces the file at LinkedIn, so an interrupted upload does no harm.
    const sent = await ask(
      { method: 'PUT', url: uploadUrl, headers: { authorization: `Bearer ${access.accessToken}` }, large: document },
      signal,
      () => null,
      uploader.readFailure,
    )
    if (!sent.ok && sent.failure.kind !== 'refused') return sent
    if (!sent.ok) {
      // LinkedIn refuses an expired upload address, so begin the upload again.
      await preparation.save(WITHOUT_VIDEO)
      return { ok: false, failure: { kind: 'not-sent', detail: sent.failure.detail, because: 'own_fault' } }
    }
    await saveComplete(preparation)
  }
  return await untilProcessed(post, preparation, uploader.now, signal, () =>
    stateOf(uploader, 'documents', urn, access, signal),
  )
}

async function begin(
  { url, headers, owner, readFailure }: VideoUploader,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<{ urn: string; uploadUrl: string }>> {
  return await ask(
    {
      method: 'POST',
      url: `${url}/rest/documents?action=initializeUpload`,
      headers: headers(access),
      json: { initializeUploadRequest: { owner: owner(access) } },
    },
    signal,
    ({ json }) => {
      const [urn, uploadUrl] = [textAt(json, 'value', 'document'), textAt(json, 'value', 'uploadUrl')]
      return urn && uploadUrl ? { urn, uploadUrl } : undefined
    },
    readFailure,
  )
}
