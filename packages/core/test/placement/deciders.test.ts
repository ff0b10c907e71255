/** The people whose roles decide the place of a sample. */
import { assert, describe, it } from "@effect/vitest"
import { SampleId } from "../../src/domain/Ids.ts"
import { labelStatuses } from "../../src/domain/labelStates.ts"
import { Username } from "../../src/domain/Names.ts"
import { collectDeciders, type QueueFacts, queueKey, type Workers } from "../../src/placement/queueKey.ts"

const roles = ["labeler", "reviewer", "rejecter", "assignedLabeler", "assignedReviewer"] as const

/** Facts with a person of the same name in each of these roles. */
const makeFacts = (status: QueueFacts["status"], people: ReadonlyArray<string>): QueueFacts => {
  const getPerson = (role: string) => (people.includes(role) ? Username.make(role) : null)
  return {
    sampleId: SampleId.make("01900000-0000-7000-8000-000000000001"),
    priority: 0,
    status,
    labeler: getPerson("labeler"),
    reviewer: getPerson("reviewer"),
    rejecter: getPerson("rejecter"),
    assignedLabeler: getPerson("assignedLabeler"),
    assignedReviewer: getPerson("assignedReviewer"),
  }
}

const makeWorkers = (people: Iterable<string>): Workers => {
  const names = new Set(people)
  const may = (user: Username) => names.has(user)
  return { mayLabel: may, mayReview: may, mayPrelabel: may }
}

const subsets = Array.from({ length: 2 ** roles.length }, (_, bits) =>
  roles.filter((_role, index) => (bits >> index) % 2 === 1),
)
const statuses = [null, ...labelStatuses]

describe("the place of a sample", () => {
  it("depends on no role of people other than the deciders", () => {
    for (const status of statuses)
      for (const people of subsets) {
        const facts = makeFacts(status, people)
        const deciders = collectDeciders([facts])
        for (const allowed of subsets) {
          const asked = allowed.filter((name) => deciders.has(Username.make(name)))
          assert.deepStrictEqual(queueKey(facts, makeWorkers(asked)), queueKey(facts, makeWorkers(allowed)))
        }
      }
  })

  it("depends on every decider in some case", () => {
    for (const status of statuses)
      for (const people of subsets) {
        const facts = makeFacts(status, people)
        for (const decider of collectDeciders([facts])) {
          const others = people.filter((name) => name !== decider)
          assert.isTrue(
            [[], others].some((allowed) => {
              const without = queueKey(facts, makeWorkers(allowed))
              const withDecider = queueKey(facts, makeWorkers([...allowed, decider]))
              return JSON.stringify(without) !== JSON.stringify(withDecider)
            }),
            `${status} ${people} ${decider}`,
          )
        }
      }
  })

  it("depends on nobody where a label waits for any reviewer or is finished", () => {
    const people = ["labeler", "reviewer", "assignedLabeler"]
    assert.strictEqual(collectDeciders([makeFacts("LABELED", people)]).size, 0)
    for (const status of ["REVIEWED", "SKIPPED", "VERIFIED"] as const)
      assert.strictEqual(collectDeciders([makeFacts(status, roles)]).size, 0)
    assert.strictEqual(
      collectDeciders([{ ...makeFacts("LABELING_IN_PROGRESS", roles), overlap: "labeling" }]).size,
      0,
    )
  })
})
