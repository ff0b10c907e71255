import { Context, type Effect } from "effect"
import type { DatasetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"

/** The sizes of a sample's pictures as they are stored. */
export interface StoredPictureSizes {
  /** A list of `PictureSize`. */
  readonly pictures: JsonText
  /** False after a change of the sample's attributes: a picture may be another one now. */
  readonly isCurrent: boolean
}

/** The sizes of a sample's pictures, measured for one version of the sample. */
export interface NewPictureSizes {
  readonly sampleId: SampleId
  readonly version: VersionId
  /** A list of `PictureSize`. */
  readonly pictures: JsonText
}

/**
 * The port for measured sizes of pictures. They belong to the attributes of a sample, stay current for new versions with the same
 * attributes, and are deleted with the sample. Writing them changes nothing of the sample.
 */
export class PictureSizeStore extends Context.Tag("@annotary/core/PictureSizeStore")<
  PictureSizeStore,
  {
    /** The sizes of samples of a dataset; samples without any are absent. At most 1000. */
    readonly find: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, StoredPictureSizes>>
    /**
     * Replaces the sizes of samples of a dataset, and returns the samples. Unchanged: samples that have another version by now. At
     * most 1000 distinct samples.
     */
    readonly save: (
      dataset: DatasetId,
      sizes: ReadonlyArray<NewPictureSizes>,
    ) => Effect.Effect<ReadonlySet<SampleId>>
  }
>() {}
