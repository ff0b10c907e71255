import { Schema } from "effect"
import { DatasetId, LabelsetId } from "./Ids.ts"
import { LabelsetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/**
 * A labelset: a layer of labels over a dataset's samples. People label `ground-truth`; other labelsets contain
 * predictions.
 */
export const Labelset = Schema.Struct({
  id: LabelsetId,
  datasetId: DatasetId,
  name: LabelsetName,
  description: Schema.String,
  isGroundTruth: Schema.Boolean,
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Labelset extends Schema.Schema.Type<typeof Labelset> {}
