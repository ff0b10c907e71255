/** Numbers in binary records, by the type names of the formats. */

export type Scalar =
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"

export const sizeOf: { readonly [Type in Scalar]: number } = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
}

/** Reads a number at an offset. */
export const readScalar = (view: DataView, at: number, type: Scalar, littleEndian: boolean): number => {
  switch (type) {
    case "int8":
      return view.getInt8(at)
    case "uint8":
      return view.getUint8(at)
    case "int16":
      return view.getInt16(at, littleEndian)
    case "uint16":
      return view.getUint16(at, littleEndian)
    case "int32":
      return view.getInt32(at, littleEndian)
    case "uint32":
      return view.getUint32(at, littleEndian)
    case "int64":
      return Number(view.getBigInt64(at, littleEndian))
    case "uint64":
      return Number(view.getBigUint64(at, littleEndian))
    case "float32":
      return view.getFloat32(at, littleEndian)
    case "float64":
      return view.getFloat64(at, littleEndian)
  }
}
