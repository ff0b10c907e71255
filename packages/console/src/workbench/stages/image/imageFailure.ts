/** The reason why an image did not load, which its element does not say: the file is asked for once more. */

export interface ImageFailure {
  /** `opaque`: there was an answer, which another origin lets nobody read. */
  readonly reason: "broken" | "opaque" | "status" | "unreachable"
  /** The status of the answer; 0 where it is unknown. */
  readonly status: number
}

export const findImageFailure = async (url: string, signal: AbortSignal): Promise<ImageFailure> => {
  const request = async (mode: RequestMode): Promise<Response | undefined> => {
    try {
      return await fetch(url, { mode, signal, credentials: "omit", referrerPolicy: "no-referrer" })
    } catch (cause) {
      if (signal.aborted) throw cause
      return undefined
    }
  }
  const response = (await request("cors")) ?? (await request("no-cors"))
  // Only the head counts.
  response?.body?.cancel().catch(() => {})
  if (response === undefined) return { reason: "unreachable", status: 0 }
  if (response.type === "opaque") return { reason: "opaque", status: 0 }
  return { reason: response.ok ? "broken" : "status", status: response.status }
}
