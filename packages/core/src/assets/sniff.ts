/** Detects the type of a file by its first bytes: images in which browsers execute nothing. All else is bytes. */
import { Effect, Ref, Stream } from "effect"

/** The length of the longest signature. */
const headLength = 12

export const detectContentType = (head: Uint8Array): string => {
  if (hasSignature(head, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png"
  if (hasSignature(head, 0, [0xff, 0xd8, 0xff])) return "image/jpeg"
  if (hasSignature(head, 0, [0x52, 0x49, 0x46, 0x46]) && hasSignature(head, 8, [0x57, 0x45, 0x42, 0x50]))
    return "image/webp"
  return "application/octet-stream"
}

const hasSignature = (head: Uint8Array, offset: number, signature: ReadonlyArray<number>): boolean =>
  signature.every((byte, index) => head[offset + index] === byte)

/** The same stream, and its first bytes once they have passed. */
export const keepHead = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Ref.make(new Uint8Array(0)), (head) => ({
    head: Ref.get(head),
    stream: Stream.tap(bytes, (chunk) =>
      Ref.update(head, (kept) => (kept.length < headLength ? joinHead(kept, chunk) : kept)),
    ),
  }))

const joinHead = (kept: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> => {
  const more = chunk.subarray(0, headLength - kept.length)
  const all = new Uint8Array(kept.length + more.length)
  all.set(kept)
  all.set(more, kept.length)
  return all
}
