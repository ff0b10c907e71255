/** Decoders for what Parquet files are compressed by; none of them takes more memory than a page claims, which is checked first. */
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Compressors } from "hyparquet"
import { decodeLz4Block } from "../files/lz4.ts"
import { decodeZstd } from "../files/zstd.ts"

export const compressors: Compressors = {
  BROTLI: (page, length) => brotliDecompressSync(page, { maxOutputLength: Math.max(1, length) }),
  GZIP: (page, length) => gunzipSync(page, { maxOutputLength: Math.max(1, length) }),
  LZ4_RAW: decodeLz4Block,
  ZSTD: decodeZstd,
}
