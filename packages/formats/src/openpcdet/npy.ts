/** Point clouds as arrays of NumPy, which become the floats of `binary-xyzi`. */
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import type { Source } from "../files/Source.ts"

export interface NumpyPoints {
  readonly type: "binary-xyzi" | "binary-xyzir"
  readonly load: () => Promise<Uint8Array>
}

const magic = "\x93NUMPY"

/** The magic, the version, and the length of the header, which has two bytes in version 1 and four in later ones. */
const prefixBytes = 12

/** Refuses arrays that are not rows of four or five floats. Points with five keep the ring. */
export const readPoints = async (source: Source, path: string): Promise<NumpyPoints> => {
  const prefix = await source.range(path, 0, prefixBytes)
  if (prefix.length < prefixBytes || !Buffer.from(prefix).toString("latin1").startsWith(magic))
    throw new FormatError(path, "is not an array of NumPy.")
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength)
  const [length, start] = prefix[6] === 1 ? [view.getUint16(8, true), 10] : [view.getUint32(8, true), 12]
  checkLimit(source.limits, "line", length, path, "the length of its header")
  const header = Buffer.from(await source.range(path, start, start + length)).toString("latin1")
  const [, descr] = /'descr'\s*:\s*'([^']+)'/.exec(header) ?? []
  const [, rows, columns] = /'shape'\s*:\s*\(\s*(\d+)\s*,\s*(\d+)\s*,?\s*\)/.exec(header) ?? []
  const width = Number(columns)
  if (
    (descr !== "<f4" && descr !== "<f8") ||
    /'fortran_order'\s*:\s*True/.test(header) ||
    (width !== 4 && width !== 5)
  )
    throw new FormatError(path, "is not an array of rows of four or five floats.")
  const size = descr === "<f4" ? 4 : 8
  const offset = start + length
  const end = offset + Number(rows) * width * size
  if (end > (await source.size(path))) throw new FormatError(path, `ends before its ${rows} points.`)
  checkLimit(source.limits, "bytes", end - offset, path, "the size of its points")
  return {
    type: width === 4 ? "binary-xyzi" : "binary-xyzir",
    load: async () => {
      const data = await source.range(path, offset, end)
      if (size === 4) return data
      const doubles = new DataView(data.buffer, data.byteOffset, data.byteLength)
      return new Uint8Array(
        Float32Array.from({ length: data.length / 8 }, (_, index) => doubles.getFloat64(8 * index, true))
          .buffer,
      )
    },
  }
}
