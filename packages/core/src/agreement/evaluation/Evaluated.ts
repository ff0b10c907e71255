/** Predictions of a model beside the truth, for average precision. */

export interface Truth {
  readonly category: number
  /** By which it is small, medium or large. */
  readonly area: number
  /** A crowd, or an object that counts neither as found nor as missed. */
  readonly isIgnored?: boolean
  /** A crowd matches any number of detections. Its similarity is the share of the detection that it covers. */
  readonly isCrowd?: boolean
}

export interface Detection {
  readonly category: number
  readonly area: number
  readonly score: number
}

/** One image, or one cloud. */
export interface EvaluatedImage {
  readonly truths: ReadonlyArray<Truth>
  readonly detections: ReadonlyArray<Detection>
  /** The similarity of a detection and a truth, by their places. */
  readonly measure: (detection: number, truth: number) => number
}

/** NaN has no place in an order. */
export const requireScore = (score: number): void => {
  if (Number.isNaN(score)) throw new RangeError("The score of a detection is NaN.")
}
