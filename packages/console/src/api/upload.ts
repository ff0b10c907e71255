/** Uploads a file as an asset. `fetch` reports no progress of what it sends. */
import { type Api, readBody, type Wire } from "./client.ts"
import { toApiError, Unreachable } from "./problem.ts"

interface Progress {
  readonly signal: AbortSignal
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

export const uploadAsset = async (
  api: Api,
  filename: string,
  content: Blob,
  progress: Progress,
): Promise<Wire<"Asset">> => {
  const asset = await readBody(api.POST("/assets/", { body: { filename }, signal: progress.signal }))
  const { fields, url } = asset.presignedPostFields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append("file", content, filename)
  await post(url, form, progress)
  return asset
}

const post = (url: string, form: FormData, { onProgress, signal }: Progress): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open("POST", url)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => (request.status < 300 ? resolve() : reject(toRefusal(request)))
    request.onerror = () => reject(new Unreachable())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener("abort", () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })

const toRefusal = ({ responseText, status, statusText }: XMLHttpRequest) =>
  toApiError(new Response(null, { status, statusText }), parseJson(responseText))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The storage of the files may answer in another language than the API.
    return undefined
  }
}
