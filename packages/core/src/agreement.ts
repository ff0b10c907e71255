/**
 * The entry point for agreement between labels: pairs of the objects of two labels, their similarity, and figures over many labels. Plain
 * functions over plain data, without `effect`, for servers, workers and pages. `docs/agreement.md` has the formulas.
 */

export { findAssignment } from "./agreement/assignment/findAssignment.ts"
export { type Candidate, matchCandidates, type Pair } from "./agreement/assignment/matchCandidates.ts"
export { matchPairs } from "./agreement/assignment/matchPairs.ts"
export {
  computeAuditSeed,
  computeCommitment,
  makeSampleDraw,
  type SampleDraw,
} from "./agreement/audit/drawSamples.ts"
export {
  type AuditState,
  auditPrior,
  computeErrorBounds,
  type ErrorBounds,
  estimateRemainingAudits,
  followErrorBounds,
} from "./agreement/audit/errorBounds.ts"
export {
  type CocoOptions,
  type CocoPrecision,
  computeCocoPrecision,
} from "./agreement/evaluation/cocoPrecision.ts"
export type { Detection, EvaluatedImage, Truth } from "./agreement/evaluation/Evaluated.ts"
export {
  computeNuscenesPrecision,
  type LocatedDetection,
  type LocatedScene,
  type LocatedTruth,
  type NuscenesOptions,
  type NuscenesPrecision,
} from "./agreement/evaluation/nuscenesPrecision.ts"
export {
  computeAlpha,
  computeNominalParts,
  type MeasurementLevel,
  type NominalParts,
  toAlpha,
} from "./agreement/figures/alpha.ts"
export {
  type BootstrapOptions,
  estimateLimits,
  type Figure,
  type Limits,
} from "./agreement/figures/bootstrap.ts"
export {
  type Confusion,
  type ConfusionCount,
  computeKappa,
  countConfusion,
} from "./agreement/figures/confusion.ts"
export {
  type Answer,
  type DawidSkene,
  type DawidSkeneOptions,
  estimateDawidSkene,
} from "./agreement/figures/dawidSkene.ts"
export { makeRandom } from "./agreement/figures/random.ts"
export { computeBoxArea, computeBoxIntersection } from "./agreement/geometry/boxes.ts"
export {
  computeBoxesIntersection,
  computeGroundIntersection,
  computeVolume,
} from "./agreement/geometry/cuboids.ts"
export { computeDistance, computePolylineDistance, placeAlong } from "./agreement/geometry/distances.ts"
export { computeOks, defaultSigma } from "./agreement/geometry/keypoints.ts"
export { computeRegionIntersection, makeRegion, type Region } from "./agreement/geometry/regions.ts"
export {
  countOverlaps,
  encodeIds,
  type IdRuns,
  type Overlaps,
  readMaskRuns,
} from "./agreement/geometry/runs.ts"
export type {
  AgreementSummary,
  CategorySummary,
  PairSummary,
  PersonSummary,
  SummaryOptions,
} from "./agreement/labels/AgreementSummary.ts"
export type { AttributeSummary } from "./agreement/labels/AttributeTally.ts"
export type { AttributeAgreement } from "./agreement/labels/attributeUnits.ts"
export {
  absent,
  type ComparedObject,
  compareLabels,
  compareLabelsInSteps,
  type PairAgreement,
  type SampleAgreement,
  type SceneMismatch,
} from "./agreement/labels/compareLabels.ts"
export type { SimilarityOptions } from "./agreement/labels/compareScenes.ts"
export type { AnswerError, PersonErrors } from "./agreement/labels/ErrorTally.ts"
export type { ObjectGroup } from "./agreement/labels/groupObjects.ts"
export { listAnswers } from "./agreement/labels/listAnswers.ts"
export type { PairingOptions } from "./agreement/labels/matchObjects.ts"
export { measureAgreement } from "./agreement/labels/measureAgreement.ts"
export type { PersonLabel } from "./agreement/labels/PersonLabel.ts"
export { type PreparedConfiguration, prepareConfiguration } from "./agreement/labels/prepareConfiguration.ts"
export type {
  LabelMerge,
  LabelText,
  MergedElements,
  MergedGeometry,
  MergedObject,
  MergeOptions,
  MergeRefusal,
  MergeResult,
  MergeSource,
} from "./agreement/merge/LabelMerge.ts"
export { mergeLabels, mergeLabelsInSteps } from "./agreement/merge/mergeLabels.ts"
export type { Configuration } from "./domain/Configuration.ts"
export type { Joint, Multipolygon } from "./domain/exactShape/ExactShape.ts"
export {
  type Boxes,
  type BoxesBuilder,
  makeBoxesBuilder,
  type Quaternion,
  type Vector,
} from "./warnings/geometry/Boxes.ts"
