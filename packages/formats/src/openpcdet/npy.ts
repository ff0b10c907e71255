/** Point clouds as arrays of NumPy, which become the floats of `binary-xyzi`. */
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"

export interface NumpyPoints {
  readonly type: "binary-xyzi" | "binary-xyzir"
  readonly load: () => Promise<Uint8Array>
}

const magic = "\x93NUMPY"

/** The header of an array is short; some tools pad it. */
const maxHeaderBytes = 4096

/** Refuses arrays that are not rows of four or five floats. Points with five keep the ring. */
export const readPoints = async (source: Source, path: string): Promise<NumpyPoints> => {
  const bytes = await source.range(path, 0, maxHeaderBytes)
  const text = Buffer.from(bytes).toString("latin1")
  if (!text.startsWith(magic)) throw new FormatError(path, "is not an array of NumPy.")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = bytes[6] ?? 0
  const [length, start] = version === 1 ? [view.getUint16(8, true), 10] : [view.getUint32(8, true), 12]
  const header = text.slice(start, start + length)
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
