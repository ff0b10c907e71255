/** Loads a file with progress. */

/** Why a file did not come: an answer with an error, or none. */
export class LoadError extends Error {
  constructor(
    readonly url: string,
    /** The status of the answer; undefined when there was none, or when the browser may not read it. */
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(`${url}: ${status ?? "no answer"}`, options)
    this.name = "LoadError"
  }
}

export interface Progress {
  readonly loaded: number
  /** Undefined when the server does not say, or compresses what it sends. */
  readonly total: number | undefined
}

/** The bytes of a file. No credentials are sent with the request. */
export const fetchBytes = async (
  url: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> => {
  const response = await fetch(url, { signal, credentials: "omit" }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new LoadError(url, undefined, { cause })
  })
  if (!response.ok || response.body === null) throw new LoadError(url, response.status)
  const length = Number(response.headers.get("content-length"))
  const total = response.headers.has("content-encoding") || !(length > 0) ? undefined : length
  const parts: Array<Uint8Array> = []
  let loaded = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal.aborted ? cause : new LoadError(url, undefined, { cause })
    })
    if (done) break
    parts.push(value)
    loaded += value.length
    onProgress({ loaded, total })
  }
  const bytes = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}
