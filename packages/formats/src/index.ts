export type { Abilities } from "./carry/Abilities.ts"
export { carry } from "./carry/carry.ts"
export { type Loss, Losses, type LossKind, lossKinds } from "./carry/Losses.ts"
export type { CategoryPlan } from "./exporting/categories.ts"
export type { Coordinates } from "./exporting/coordinates.ts"
export { type ExportPlan, type ExportReport, exportDataset } from "./exporting/exportDataset.ts"
export type { Interpolation } from "./exporting/keyframes.ts"
export { zipFolder } from "./exporting/pack.ts"
export type { FileChoice, OpenUrl } from "./exporting/places.ts"
export { type SplitPlan, splitOf } from "./exporting/splits.ts"
export type { Format, ReadContext, ReadDataset, Reader, WriteContext, Writer } from "./Format.ts"
export { FormatError } from "./FormatError.ts"
export { parseJson, printJson } from "./files/json.ts"
export { defaultLimits, type Limits } from "./files/limits.ts"
export { folderFiles, folderSource, memorySource, type Source } from "./files/Source.ts"
export { folderTarget, memoryTarget, type OutputFile, type Spool, type Target } from "./files/Target.ts"
export { formats } from "./formats.ts"
export { type DetectedFormat, detectFormats, formatOf } from "./importing/detect.ts"
export {
  type EmptyChoice,
  type Import,
  type ImportPlan,
  importDataset,
  type SavedFile,
} from "./importing/importDataset.ts"
export { type UnpackLimits, unpack, unpackLimits } from "./importing/unpack.ts"
export { configurationOf, datasetOf } from "./model/configuration.ts"
export type { AttributeDefinition, Category, Dataset } from "./model/Dataset.ts"
export { scenesOf, type WireContext, type WireSample } from "./model/fromWire.ts"
export type * from "./model/Scene.ts"
export { recordOf, taskTypeOf, type WireRecord } from "./model/toWire.ts"
export { type FormatRegistryOptions, formatRegistry, writeFolder } from "./registry.ts"
