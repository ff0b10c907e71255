/**
 * Decodes a body's Content-Encoding as it arrives, at the reader's pace. The inflater and the sender are paused, so that
 * a gzip bomb only grows as large as what was read.
 */
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib"
import { Either, Option } from "effect"
import { Refused } from "../problem/problem.ts"
import { brokenEncoding, inflatesTooMuch } from "../problem/refusals.ts"
import type { ContentEncoding } from "./headers.ts"
import type { BodySource } from "./source.ts"

type Compressed = Exclude<ContentEncoding, "identity">

/** 64 KiB, so that a large body needs few calls to the thread pool. */
const chunkSize = 64 * 1024

/** The inflated body, of unknown length. */
export const inflateBody = (source: BodySource, encoding: Compressed): BodySource => ({
  length: undefined,
  read: (sink) => {
    let inflater: Inflater | undefined
    let sentBytes = 0
    let isSent = false
    const begin = (first: number): Inflater => {
      const made = makeInflater(encoding, first)
      made.on("data", (chunk: Buffer) => sink.data(chunk))
      made.on("end", () => {
        // Inflaters end at the end of the compressed data and ignore what follows it.
        if (isSent && made.bytesWritten === sentBytes) return sink.end()
        flow.stop()
        sink.fail(refuseBroken())
      })
      made.on("drain", () => flow.resume())
      made.on("error", () => {
        flow.stop()
        sink.fail(refuseBroken())
      })
      return made
    }
    const flow = source.read({
      data: (chunk) => {
        if (chunk.length === 0) return
        sentBytes += chunk.length
        inflater ??= begin(chunk[0] ?? 0)
        if (!inflater.write(chunk)) flow.pause()
      },
      end: () => {
        isSent = true
        // Even an empty text has some bytes when it is compressed.
        if (inflater === undefined) sink.fail(refuseBroken())
        else inflater.end()
      },
      fail: (refusal) => {
        inflater?.destroy()
        sink.fail(refusal)
      },
    })
    return {
      pause: () => inflater?.pause(),
      resume: () => inflater?.resume(),
      stop: () => {
        flow.stop()
        inflater?.removeAllListeners("data").removeAllListeners("end").destroy()
      },
    }
  },
})

type Inflater = ReturnType<typeof createGunzip>

const makeInflater = (encoding: Compressed, first: number): Inflater => {
  if (encoding === "gzip") return createGunzip({ chunkSize })
  if (encoding === "br") return createBrotliDecompress({ chunkSize })
  return isZlib(first) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })
}

/** "deflate" should mean the zlib format, but some senders mean the raw stream. */
const isZlib = (first: number): boolean => (first & 0x0f) === 8

/**
 * Inflates a small body synchronously, which is much cheaper than a stream. Returns none when it grows beyond `most`; it
 * is then inflated as a stream.
 */
export const inflateNow = (
  bytes: Uint8Array,
  encoding: Compressed,
  most: number,
): Either.Either<Option.Option<Uint8Array>, Refused> => {
  try {
    const inflated: unknown = syncInflater(bytes, encoding)(bytes, { maxOutputLength: most, info: true })
    // Cast: with `info` the result has this form, which the types of Node leave out.
    const { buffer, engine } = inflated as InflatedInfo
    return engine.bytesWritten === bytes.length
      ? Either.right(Option.some(buffer))
      : Either.left(refuseBroken())
  } catch (error) {
    const outgrown = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    return outgrown ? Either.right(Option.none()) : Either.left(refuseBroken())
  }
}

interface InflatedInfo {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

const syncInflater = (bytes: Uint8Array, encoding: Compressed) => {
  if (encoding === "gzip") return gunzipSync
  if (encoding === "br") return brotliDecompressSync
  return isZlib(bytes[0] ?? 0) ? inflateSync : inflateRawSync
}

const refuseBroken = (): Refused => new Refused({ problem: brokenEncoding })

/** Up to `freeBytes` every ratio is accepted; beyond it, the inflated size is limited to `most` times the sent size. */
const proportion = { freeBytes: 16 * 1024 * 1024, most: 100 }

/** The body decoded by `inflate`, refused when it exceeds the allowed ratio. */
export const limitRatio = (sent: BodySource, inflate: (body: BodySource) => BodySource): BodySource => {
  let sentBytes = 0
  const inflated = inflate({
    length: sent.length,
    read: (sink) =>
      sent.read({
        ...sink,
        data: (chunk) => {
          sentBytes += chunk.length
          sink.data(chunk)
        },
      }),
  })
  return {
    length: inflated.length,
    read: (sink) => {
      let bytes = 0
      let over = false
      const flow = inflated.read({
        ...sink,
        data: (chunk) => {
          if (over) return
          bytes += chunk.length
          over = bytes > proportion.freeBytes && bytes > proportion.most * sentBytes
          if (!over) return sink.data(chunk)
          flow.stop()
          sink.fail(new Refused({ problem: inflatesTooMuch }))
        },
      })
      return flow
    },
  }
}
