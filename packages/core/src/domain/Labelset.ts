/** A labelset: one layer of labels over a dataset's samples. `ground-truth` is what people label; others hold predictions. */
import { Schema } from "effect"
import { DatasetId, LabelsetId } from "./Ids.ts"
import { LabelsetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

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
