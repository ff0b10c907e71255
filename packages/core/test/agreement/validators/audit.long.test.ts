/** Scipy's beta-binomial distribution gives the same bounds of audits, by prior over posterior, and so does rilacs, by the bets that they amount to. */
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

/**
 * Rilacs follows the capital of a gambler against each number of errors, the points of its grid. Whoever bets by what the prior predicts has the
 * evidence as capital. It states how many samples are right at least: errors stand for the others.
 */
const boundsByBets = `
import numpy as np
from rilacs.incremental_audit import AbstractKelly_Bettor, Betting_Audit

class Prior(AbstractKelly_Bettor):
    def __init__(self):
        super().__init__(conv_weights=np.array([0.8, 0.2]))
        self.a, self.b = np.array([1.0, 1.0]), np.array([100.0, 1.0])
        self.errors = 0
    def update_bet(self, ballot, m_t):
        right = 1 - (self.a + self.errors) / (self.a + self.b + self.t)
        self.t += 1
        self.errors += 1 - ballot
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((m_t <= 0) | (m_t >= 1), 0, (right[:, None] - m_t) / (m_t * (1 - m_t)))

found = []
for population, level, outcomes in data:
    audit = Betting_Audit(population, bettor=Prior(), breaks=population, alpha=1 - level)
    numbers = np.arange(population + 1)
    for drawn, outcome in enumerate(outcomes):
        # Rounded, a mean of exactly 0 of the rest may be below it, which excludes a number that is possible.
        audit.m_t = (numbers - audit.S_t) / (population - drawn)
        audit.update_cs(1 - outcome)
        capital = audit.bettor.conv_weights @ audit.capitals
        # Numbers below those found are impossible, whatever the capital.
        possible = (capital < 1 / audit.alpha) & (numbers >= audit.S_t)
        found.append(population - int(np.argmax(possible)))
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

  it("are those of rilacs at each number of errors, after each draw", {
    timeout: 1_200_000,
  }, async (context) => {
    const random = makeRandom(32)
    const audits = makeList(40, (index) => {
      const population = [20, 100, 400, 2000][index % 4] ?? 20
      const rate = [0, 0.005, 0.05, 0.3][Math.floor(index / 4) % 4] ?? 0
      const hasError = makeList(population, () => random() < rate)
      return { population, level: [0.9, 0.95, 0.99][index % 3] ?? 0.95, outcomes: hasError.slice(0, 300) }
    })
    const input = audits.map(({ level, outcomes, population }) => [population, level, outcomes.map(Number)])
    const theirs = await compute<ReadonlyArray<number>>(boundsByBets, input, context)
    const ours = audits.flatMap(({ level, outcomes, population }) => {
      let errors = 0
      return outcomes.map((hasError, index) => {
        if (hasError) errors += 1
        const { upper } = computeErrorBounds({ population, drawn: index + 1, errors }, level)
        return { upper, possible: population - (index + 1 - errors) }
      })
    })
    // Where all that is left may be errors, nothing is bet: these bounds say nothing.
    const compared = ours.flatMap(({ possible, upper }, index) => (upper < possible ? [index] : []))
    assert.isAbove(compared.length, 0.9 * ours.length)
    const difference = findLargestDifference(
      compared.map((index) => ours[index]?.upper ?? Number.NaN),
      compared.map((index) => theirs[index] ?? Number.NaN),
    )
    assert.isAtMost(reportDifference("upper bounds of audits, rilacs", difference), 0)
  })
})
