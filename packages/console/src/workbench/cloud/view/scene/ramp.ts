/** The colors of a ramp from its low end to its high one, from 0 to 1 in each channel. */
export const ramp = [
  [0.27, 0.38, 0.88],
  [0.1, 0.6, 0.82],
  [0.2, 0.74, 0.52],
  [0.78, 0.82, 0.3],
  [1, 0.94, 0.66],
] as const
