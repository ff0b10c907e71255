/** How much may become of a compressed body without end: a few bytes that inflate to gigabytes are an attack, not data. */
import { Refused } from "../problem.ts"
import { inflatesTooMuch } from "../refusals.ts"
import type { BodySource } from "./source.ts"

/** Up to so many bytes anything goes; beyond, what was inflated may be so many times what was sent. */
export const proportion = { freeBytes: 16 * 1024 * 1024, most: 100 }

/** What `inflate` makes of the body, refused once it is out of proportion to what was sent. */
export const inProportion = (sent: BodySource, inflate: (body: BodySource) => BodySource): BodySource => {
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
