/** Scipy's beta-binomial distribution gives the same bounds of audits, by prior over posterior. */
import { assert, describe, it } from "vitest"
import { computeErrorBounds } from "../../../src/agreement.ts"
import { makeList, makeRandom } from "../random.ts"
import { compute, findLargestDifference, reportDifference } from "./programs.ts"

const boundsByPosterior = `
import numpy as np
from scipy.stats import betabinom
from scipy.special import betaln
prior = [(0.8, 1, 100), (0.2, 1, 1)]
found = []
for population, drawn, errors, level in data:
    rest = population - drawn
    k = np.arange(rest + 1)
    before = sum(w * betabinom.pmf(k + errors, population, a, b) for w, a, b in prior)
    evidence = np.array([np.log(w) + betaln(a + errors, b + drawn - errors) - betaln(a, b) for w, a, b in prior])
    weights = np.exp(evidence - evidence.max())
    weights /= weights.sum()
    after = sum(w * betabinom.pmf(k, rest, a + errors, b + drawn - errors) for w, (_, a, b) in zip(weights, prior))
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = np.nonzero(before / after < 1 / (1 - level))[0]
    found.append([int(inside[0]) + errors, int(inside[-1]) + errors])
print(json.dumps(found))
`

describe("bounds of audits", () => {
  it("are those of prior over posterior by scipy", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(31)
    const audits = makeList(400, (index) => {
      const population = Math.ceil(10 ** (1 + 4 * random()))
      const drawn = Math.ceil(random() * Math.min(population, 3000))
      const errors = Math.floor(drawn * ([0, 0.01, 0.05, 0.3, 1][index % 5] ?? 0) * random())
      return [population, drawn, errors, [0.9, 0.95, 0.99][index % 3] ?? 0.95] as const
    })
    const theirs = await compute<ReadonlyArray<ReadonlyArray<number>>>(boundsByPosterior, audits, context)
    const ours = audits.map(([population, drawn, errors, level]) => {
      const { lower, upper } = computeErrorBounds({ population, drawn, errors }, level)
      return [lower, upper]
    })
    assert.isAtMost(
      reportDifference("bounds of audits, scipy", findLargestDifference(ours.flat(), theirs.flat())),
      0,
    )
  })
})
