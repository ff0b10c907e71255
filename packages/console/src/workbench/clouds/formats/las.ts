/** Parses LAS files of versions 1.0 to 1.4. */
import { type Cloud, CloudBuilder } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"
import { type LasHeader, readLasHeader } from "./lasHeader.ts"

/** Records, and what is in them. */
export interface LasRecords extends Omit<LasHeader, "compressed" | "format"> {
  readonly bytes: Uint8Array
}

export const parseLas = (bytes: Uint8Array): Cloud => {
  const header = readLasHeader(bytes)
  // `parseLaz` reads those that are compressed.
  if (header.compressed) throw new CloudError("damaged")
  const expected = header.start + header.points * header.stride
  if (bytes.length < expected) throw new CloudError("truncated", { expected, found: bytes.length })
  return readLasRecords({ ...header, bytes })
}

/** The cloud of records that begin with the coordinates and the intensity, as those of all formats do. */
export const readLasRecords = (records: LasRecords): Cloud => {
  const { bytes, color, offset, points, scale, start, stride } = records
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shift = findColorShift(view, records)
  const builder = new CloudBuilder(points, { intensity: true, colors: color !== undefined })
  for (let point = 0; point < points; point++) {
    const at = start + point * stride
    const readChannel = (index: number) =>
      color === undefined ? 0 : (view.getUint16(at + color + index * 2, true) >> shift) & 0xff
    builder.add(
      view.getInt32(at, true) * scale[0] + offset[0],
      view.getInt32(at + 4, true) * scale[1] + offset[1],
      view.getInt32(at + 8, true) * scale[2] + offset[2],
      view.getUint16(at + 12, true),
      (readChannel(0) << 16) | (readChannel(1) << 8) | readChannel(2),
    )
  }
  return builder.build()
}

/** Colors have sixteen bits, but many programs write eight. */
const findColorShift = (view: DataView, { color, points, start, stride }: LasRecords): 0 | 8 => {
  if (color === undefined) return 0
  for (let point = 0; point < points; point++)
    for (let channel = 0; channel < 3; channel++)
      if (view.getUint16(start + point * stride + color + channel * 2, true) > 255) return 8
  return 0
}
