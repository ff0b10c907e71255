/**
 * A body is complete only when it has the number of bytes that its Content-Length announces. Node's HTTP parser checks
 * this, but hosts that hand over a `Request` may end a body early without an error: Next does so beyond
 * `proxyClientMaxBodySize`.
 */
import { type BodySource, cutShort } from "./source.ts"

/** The same body, refused when it ends before or after its announced length. */
export const matchLength = (source: BodySource): BodySource => {
  const { length } = source
  return length === undefined || length === 0
    ? source
    : {
        length,
        read: (sink) => {
          let bytes = 0
          return source.read({
            ...sink,
            data: (chunk) => {
              bytes += chunk.length
              sink.data(chunk)
            },
            end: () => (bytes === length ? sink.end() : sink.fail(cutShort())),
          })
        },
      }
}

/** The number in a Content-Length header; undefined when there is none, or a Transfer-Encoding takes precedence. */
export const readLength = (
  contentLength: string | null | undefined,
  transferEncoding: string | null | undefined,
): number | undefined =>
  contentLength !== null && contentLength !== undefined && !transferEncoding && /^\d+$/.test(contentLength)
    ? Number(contentLength)
    : undefined
