/** The comparison of labels and the choice between them: loaded with the first sample that several people labeled. */
export {
  findShownKey,
  keepVersion,
  listFixed,
  makeDecisionContext,
  readDecisions,
  takeVersion,
} from "./decisions.ts"
export { findDifferences } from "./findDifferences.ts"
export { makeOwnIds } from "./makeOwnIds.ts"
export { readAgreement } from "./readAgreement.ts"
export { readComparedAttributes } from "./readComparedAttributes.ts"
export { keepSegmented, takeSegmented } from "./takeElements.ts"
