/** The logarithm of the gamma function by Stirling's series, for x > 0. Its error is below 1e-15 of the result, or of 1. */
export const computeLogGamma = (x: number): number => {
  // The series is exact enough from 15 on; below, Γ(x) = Γ(x + 1) / x.
  let shift = 0
  let at = x
  for (; at < 15; at++) shift += Math.log(at)
  const inverse = 1 / at
  const square = inverse * inverse
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift
}

/** ln B(a, b). */
export const computeLogBeta = (a: number, b: number): number =>
  computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b)

/** ln of the number of ways to choose k of n. */
export const computeLogChoose = (n: number, k: number): number =>
  computeLogGamma(n + 1) - computeLogGamma(k + 1) - computeLogGamma(n - k + 1)
