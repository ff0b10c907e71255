import { Context, type Effect, type Option } from "effect"
import type { GuideAcknowledgement, GuideVersion } from "../domain/Guide.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"

/** The port for acknowledgements of labeling guides. The guide itself is a field of the dataset. */
export class GuideStore extends Context.Tag("@annotary/core/GuideStore")<
  GuideStore,
  {
    /** Inserts the acknowledgement. False when the person acknowledged the version before: the first time stays. */
    readonly acknowledge: (acknowledgement: GuideAcknowledgement) => Effect.Effect<boolean>
    /** The person's acknowledgement of the version. */
    readonly find: (
      dataset: DatasetId,
      user: Username,
      version: GuideVersion,
    ) => Effect.Effect<Option.Option<GuideAcknowledgement>>
    /** The acknowledgements of the version, ordered by username. */
    readonly list: (
      dataset: DatasetId,
      version: GuideVersion,
    ) => Effect.Effect<ReadonlyArray<GuideAcknowledgement>>
  }
>() {}
