import { Context } from "effect"
import type { ExportOptions } from "../domain/Export.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { MeasuredSize, SizeOfUrl } from "../domain/PictureSize.ts"
import type { Thumbnail, ThumbnailSize } from "../domain/Thumbnail.ts"
import type { Executor } from "../jobs/Executor.ts"
import type { ExportedSample } from "../releases/ExportedSamples.ts"

/** A format that datasets are exported to or imported from. */
export interface FormatInfo {
  /** Such as `coco`. */
  readonly name: string
  /** Such as "COCO". */
  readonly title: string
  readonly writes: boolean
  readonly reads: boolean
}

/** The part of a dataset that a format needs. */
export interface FormatDataset {
  readonly name: string
  readonly description: string
  readonly taskType: string
  /** The configuration as JSON. */
  readonly taskAttributes: string
  /** Whether frames between keyframes weigh by their timestamps. */
  readonly byTimestamps: boolean
  /** The Merkle root of the release that is exported, hex. Absent: the current state is exported. */
  readonly releaseRoot?: string
}

/** The size of a picture that an export measured. */
export interface MeasuredPictureOfSample extends MeasuredSize {
  readonly sample: SampleId
  /** As the sample names it. */
  readonly url: string
}

export interface FormatWriting {
  readonly format: string
  readonly dataset: FormatDataset
  readonly samples: AsyncIterable<ExportedSample>
  readonly options: ExportOptions
  /** Opens an image, a point cloud or a bitmap by its URL; null when it cannot be read. */
  readonly open: (url: string) => Promise<AsyncIterable<Uint8Array> | null>
  /** Called with the size of each picture whose size was not known and that was measured. */
  readonly onMeasured?: (picture: MeasuredPictureOfSample) => void
  /** Ends the writing, which then leaves nothing behind. */
  readonly signal: AbortSignal
  /** Runs the writing. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** A loss: something that a format, or Annotary, could not keep. */
export interface FormatReport {
  readonly samples: number
  /** Samples of an export that were not written; the losses say why. Absent: none. */
  readonly samplesLeftOut?: number
  readonly losses: ReadonlyArray<{
    readonly kind: string
    readonly meaning: string
    readonly count: number
    readonly examples: ReadonlyArray<string>
  }>
}

/** A zip file that was written. `close` deletes what was kept for it. */
export interface FormatWritten {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly report: FormatReport
  readonly close: () => Promise<void>
}

export interface FormatReading {
  /** Found by the files when it is absent. */
  readonly format: string | undefined
  /** A zip, tar or tar.gz file. */
  readonly archive: AsyncIterable<Uint8Array>
  /** The dataset that takes the samples: annotations get its categories, by name. */
  readonly dataset: FormatDataset
  readonly baseUrl: string | undefined
  /** Treatment of samples without annotations where the format has no statuses: an empty label by default. */
  readonly empty?: "label" | "unlabeled"
  /** Whether the records end with an error when anything was left out or changed. */
  readonly strict?: boolean
  /** Ends the reading, which then leaves nothing behind. */
  readonly signal: AbortSignal
  /** Runs the reading. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** Saves a file and returns its URL. */
export type SaveFile = (filename: string, content: AsyncIterable<Uint8Array>) => Promise<string>

/** A sample as JSON texts. */
export interface FormatRecord {
  readonly name: string
  readonly attributes: string
  readonly metadata: string
  /** Null for a sample without a label. */
  readonly label: string | null
  /** Of a label that is no finished answer. The options of the import decide the status of finished ones. */
  readonly status?: LabelStatus
  /** Of a prediction. */
  readonly score?: number
  /** Measured sizes of its pictures that the attributes do not state. Absent: the format measures none. */
  readonly sizes?: ReadonlyArray<SizeOfUrl>
}

/** An archive that was unpacked. `close` deletes its files. */
export interface FormatRead {
  readonly format: string
  /** May be called several times: each call reads the files from the beginning. */
  readonly records: (save: SaveFile) => AsyncIterable<FormatRecord>
  /** The texts are validated and minified JSON objects, so that the engine does not read them again. */
  readonly isValidated?: true
  /** Of the last reading, after its end. */
  readonly losses: () => FormatReport["losses"]
  readonly close: () => Promise<void>
}

/** Pictures that are measured by the beginnings of their files. */
export interface PictureMeasuring {
  readonly urls: ReadonlyArray<string>
  /** Opens a picture by its URL; null when it cannot be read. */
  readonly open: (url: string) => Promise<AsyncIterable<Uint8Array> | null>
  readonly signal: AbortSignal
  /** Measures the pictures. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** A picture that is made small. */
export interface ThumbnailMaking {
  /** The whole file. */
  readonly bytes: Uint8Array
  /** Pixels of the square in which the thumbnail fits. */
  readonly size: ThumbnailSize
  /** Aborts when the engine closes. */
  readonly signal: AbortSignal
  /** Makes the thumbnails. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** Limits of a bitmap that is read. */
export interface BitmapLimits {
  /** Checked before memory is taken for the pixels. */
  readonly maxPixels: number
  /** The most runs of equal ids. */
  readonly maxRuns: number
}

/** The ids of the pixels of a bitmap in runs, row by row: `lengths[i]` pixels have the id `ids[i]`. */
export interface BitmapIds {
  readonly width: number
  readonly height: number
  readonly ids: Uint32Array
  readonly lengths: Uint32Array
}

/** A bitmap of a label that is read. */
export interface BitmapReading {
  /** The whole file. */
  readonly bytes: Uint8Array
  readonly limits: BitmapLimits
  /** Aborts when the engine closes. */
  readonly signal: AbortSignal
  /** Reads the bitmap. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** A bitmap of a label that is written. */
export interface BitmapWriting {
  readonly bitmap: BitmapIds
  /** Aborts when the engine closes. */
  readonly signal: AbortSignal
  /** Writes the bitmap. Absent: the formats choose. */
  readonly executor?: Executor | undefined
}

/** The formats of `@annotary/formats`, or others. Errors named `FormatError` are faults of the files; their message is for people. */
export interface Formats {
  /** Asynchronous, so that a host can load the formats when they are used. */
  readonly list: () => Promise<ReadonlyArray<FormatInfo>>
  readonly write: (writing: FormatWriting) => Promise<FormatWritten>
  readonly read: (reading: FormatReading) => Promise<FormatRead>
  /** Measures pictures, in the order of the URLs; null for files that cannot be read or are not pictures. Absent: only exports measure. */
  readonly measure?: (measuring: PictureMeasuring) => Promise<ReadonlyArray<MeasuredSize | null>>
  /** Makes a picture small; null for files that are damaged or too large. Absent: there are no thumbnails. */
  readonly thumbnail?: (making: ThumbnailMaking) => Promise<Thumbnail | null>
  /** Reads the ids of a bitmap. Rejects where the file is damaged or above the limits. Absent: labels with bitmaps are not compared. */
  readonly readBitmap?: (reading: BitmapReading) => Promise<BitmapIds>
  /** Writes ids as a PNG file. Absent: labels with bitmaps are not merged. */
  readonly writeBitmap?: (writing: BitmapWriting) => Promise<Uint8Array>
}

const noFormats: Formats = {
  list: () => Promise.resolve([]),
  write: () => Promise.reject(new Error("This engine has no formats.")),
  read: () => Promise.reject(new Error("This engine has no formats.")),
}

/** The port for formats. An engine without formats exports and imports nothing but releases. */
export class FormatRegistry extends Context.Reference<FormatRegistry>()("@annotary/core/FormatRegistry", {
  defaultValue: () => noFormats,
}) {}
