import { assert, describe, it } from "@effect/vitest"
import type { QueueName } from "../../src/domain/Claim.ts"
import { SampleId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import { orderFor } from "../../src/placement/ordering.ts"
import type { QueueFacts, Workers } from "../../src/placement/queueKey.ts"

const user = (name: string) => Username.make(name)
const [me, other, gone] = [user("me"), user("other"), user("gone")]
const isHere = (name: Username) => name !== gone
const workers: Workers = { mayLabel: isHere, mayReview: isHere, mayPrelabel: isHere }

const idOf = (n: number) => SampleId.make(`01900000-0000-7000-8000-${String(n).padStart(12, "0")}`)
const facts = (n: number, fields: Partial<QueueFacts> = {}): QueueFacts => ({
  sampleId: idOf(n),
  priority: 0,
  status: null,
  labeler: null,
  reviewer: null,
  rejecter: null,
  assignedLabeler: null,
  assignedReviewer: null,
  ...fields,
})
const stepFor = (queue: QueueName, fields: Partial<QueueFacts>) =>
  orderFor(me, queue, [facts(1, fields)], workers)[0]?.step ?? null

describe("the labeling order", () => {
  it.each<[sentence: string, fields: Partial<QueueFacts>, step: number | null]>([
    ["own unfinished work", { status: "LABELING_IN_PROGRESS", labeler: me, assignedLabeler: other }, 1],
    ["own rejected work", { status: "REJECTED", labeler: me, assignedLabeler: other }, 2],
    ["unlabeled, assigned to me", { assignedLabeler: me }, 3],
    [
      "rejected work of another, assigned to me",
      { status: "REJECTED", labeler: other, assignedLabeler: me },
      3,
    ],
    [
      "unfinished work of nobody, assigned to me",
      { status: "LABELING_IN_PROGRESS", labeler: gone, assignedLabeler: me },
      3,
    ],
    ["unlabeled", {}, 4],
    ["prelabeled", { status: "PRELABELED" }, 4],
    ["assigned to nobody", { assignedLabeler: gone }, 4],
    ["unfinished work of nobody", { status: "LABELING_IN_PROGRESS", labeler: gone }, 4],
    ["rejected work of nobody", { status: "REJECTED" }, 4],
    [
      "unfinished work of another",
      { status: "LABELING_IN_PROGRESS", labeler: other, assignedLabeler: me },
      null,
    ],
    ["rejected work of another", { status: "REJECTED", labeler: other }, null],
    ["rejected work of nobody, assigned to another", { status: "REJECTED", assignedLabeler: other }, null],
    ["assigned to another", { assignedLabeler: other }, null],
    ["labeled", { status: "LABELED" }, null],
    ["skipped", { status: "SKIPPED", assignedLabeler: me }, null],
  ])("puts %s where it belongs", (_sentence, fields, step) => {
    assert.strictEqual(stepFor("labeling", fields), step)
  })
})

describe("the reviewing order", () => {
  it.each<[sentence: string, fields: Partial<QueueFacts>, step: number | null]>([
    ["own unfinished review", { status: "REVIEWING_IN_PROGRESS", reviewer: me }, 1],
    ["what I rejected and was corrected", { status: "LABELED", rejecter: me, assignedReviewer: other }, 2],
    ["assigned to me", { status: "LABELED", assignedReviewer: me, labeler: me }, 3],
    [
      "unfinished review of nobody, assigned to me",
      { status: "REVIEWING_IN_PROGRESS", reviewer: gone, assignedReviewer: me },
      3,
    ],
    ["labeled by another", { status: "LABELED", labeler: other }, 4],
    ["labeled by nobody", { status: "LABELED" }, 4],
    ["rejected by another and corrected", { status: "LABELED", rejecter: other, labeler: other }, 4],
    ["unfinished review of nobody", { status: "REVIEWING_IN_PROGRESS", labeler: other }, 4],
    ["labeled by me", { status: "LABELED", labeler: me }, 5],
    [
      "unfinished review of another",
      { status: "REVIEWING_IN_PROGRESS", reviewer: other, assignedReviewer: me },
      null,
    ],
    ["assigned to another", { status: "LABELED", assignedReviewer: other }, null],
    ["unlabeled", {}, null],
    ["reviewed", { status: "REVIEWED", reviewer: me, assignedReviewer: me }, null],
  ])("puts %s where it belongs", (_sentence, fields, step) => {
    assert.strictEqual(stepFor("reviewing", fields), step)
  })
})

describe("the order of models", () => {
  it.each<[sentence: string, fields: Partial<QueueFacts>, step: number | null]>([
    ["unlabeled, requested", { prelabel: "first", assignedLabeler: other }, 1],
    ["labeled by a model, requested again", { prelabel: "again", status: "PRELABELED" }, 2],
    ["unlabeled, not requested", {}, null],
    ["requested, and labeled meanwhile", { prelabel: "first", status: "LABELED" }, null],
    ["requested, and prelabeled by a person meanwhile", { prelabel: "first", status: "PRELABELED" }, null],
    ["requested again, and begun by a person", { prelabel: "again", status: "LABELING_IN_PROGRESS" }, null],
    ["requested again, and deleted meanwhile", { prelabel: "again" }, null],
  ])("puts %s where it belongs", (_sentence, fields, step) => {
    assert.strictEqual(stepFor("prelabeling", fields), step)
  })
})

describe("within a step", () => {
  it("the most urgent come first, then the oldest; an earlier step comes before all of that", () => {
    const samples = [
      facts(1),
      facts(2, { priority: 5 }),
      facts(3, { priority: -1, assignedLabeler: me }),
      facts(4, { priority: 5 }),
      facts(5, { priority: -0 }),
    ]
    const order = orderFor(me, "labeling", samples, workers).map(({ sampleId }) => sampleId)
    assert.deepStrictEqual(order, [3, 2, 4, 1, 5].map(idOf))
  })

  it("nothing waits for who may not work in the queue", () => {
    assert.deepStrictEqual(orderFor(gone, "labeling", [facts(1)], workers), [])
  })
})
