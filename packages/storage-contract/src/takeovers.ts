/** Samples that a model has, beside people who take them and the answers of the model. */
import {
  type ClaimId,
  DatasetStore,
  Labels,
  Predictions,
  type SampleId,
  Username,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addOrganization, addPerson, instant } from "./fixtures.ts"
import { claim, makeWorld, runAs, type World } from "./overlapWorld.ts"
import { runInterleaved, type Suite } from "./suite.ts"

/** Three samples, of which the model `net` has all; the claim of the first one. */
const makeClaimedWorld = Effect.gen(function* () {
  const world = yield* makeWorld(1, { enablePrelabeling: true })
  yield* addOrganization("acme")
  const net = yield* addPerson("net", { modelOf: Username.make("acme") })
  yield* (yield* DatasetStore).addCollaborator(world.dataset.id, net, "model")
  const version = { model: net, name: "v1", note: "", createdAt: instant, createdBy: null }
  yield* (yield* UserStore).insertModelVersion(version)
  const claims = yield* runAs("net")(claim(world, "prelabeling", 3))
  const first = claims.find(({ sampleId }) => sampleId === world.sampleIds.toSorted()[0])
  if (claims.length !== 3 || first === undefined) return yield* Effect.dieMessage("No claims of the model.")
  return { world, first }
})

const claimNext = (world: World, name: string) =>
  Effect.map(runAs(name)(claim(world, "labeling")), (claims) => claims.map(({ sampleId }) => sampleId))

const writePrelabel = (id: ClaimId) =>
  runAs("net")(
    Effect.flatMap(Predictions, (predictions) =>
      predictions.prelabel(id, { modelVersion: "v1", attributes: `{"annotations":[]}` }),
    ),
  )

const readLabel = (sample: SampleId) =>
  runAs("ann")(Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")))

export const takeovers: Suite["tests"] = {
  "gives different samples of a model to two people, of whom one waits for the other": Effect.gen(
    function* () {
      const { first, world } = yield* makeClaimedWorld
      const [mine, others] = yield* runInterleaved(claimNext(world, "person0"), claimNext(world, "person1"))
      assert.deepStrictEqual(mine, [first.sampleId])
      assert.lengthOf(others, 1)
      assert.notDeepEqual(others, mine)
    },
  ),

  "gives a sample of a model to a person beside its answer, with the label": Effect.gen(function* () {
    const { first, world } = yield* makeClaimedWorld
    const [, claimed] = yield* runInterleaved(writePrelabel(first.id), claimNext(world, "person0"))
    assert.deepStrictEqual(claimed, [first.sampleId])
    assert.strictEqual((yield* readLabel(first.sampleId)).label.status, "PRELABELED")
  }),

  "refuses the answer of a model beside a person who takes its sample": Effect.gen(function* () {
    const { first, world } = yield* makeClaimedWorld
    const [claimed, refused] = yield* runInterleaved(
      claimNext(world, "person0"),
      Effect.flip(writePrelabel(first.id)),
    )
    assert.deepStrictEqual(claimed, [first.sampleId])
    assert.deepInclude(refused, { code: "stale_claim", claimEnd: "superseded" })
    assert.strictEqual((yield* Effect.flip(readLabel(first.sampleId)))._tag, "NotFound")
  }),
}
