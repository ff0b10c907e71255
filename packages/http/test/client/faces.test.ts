/** The client has what the API has, in its words. */

import { NewDatasetJson } from "@annotary/core/effect"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpApi from "@effect/platform/HttpApi"
import { Effect, SchemaAST, Stream } from "effect"
import { afterAll, assert, beforeAll, describe, expectTypeOf, it } from "vitest"
import { AnnotaryApi } from "../../src/api/Api.ts"
import type { SampleChange } from "../../src/api/payloads/sample.ts"
import { createClient, findProblem, isApiError, type Loose, makeClient } from "../../src/client/index.ts"
import { cars, newDataset, type ServedWorld, serveWorld } from "./server.ts"

const declared: Array<readonly [group: string, name: string, method: string]> = []
HttpApi.reflect(AnnotaryApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    declared.push([group.identifier, endpoint.name, endpoint.method])
  },
})

let served: ServedWorld
let keySet = ""
beforeAll(async () => {
  served = await serveWorld({ metrics: { text: Effect.succeed("up 1\n"), open: true }, console: {} })
  await served.client().datasets.create({ payload: newDataset })
  await served.client().samples.create({ path: cars, payload: { name: "s1" } })
  const payload = { url: "https://example.com/hooks", secret_kind: "v1a" } as const
  const { jwks_url } = await served.client().webhooks.create({ path: {}, payload })
  keySet = new URL(jwks_url ?? "").pathname.split("/")[2] ?? ""
})
afterAll(() => served[Symbol.asyncDispose]())

const isKnown = (failure: unknown): boolean => failure === undefined || isApiError(failure)

const effectClient = (apiKey: string) =>
  Effect.runSync(Effect.provide(makeClient({ baseUrl: served.url, apiKey }), FetchHttpClient.layer))

describe("the client", () => {
  it("has a method for every endpoint, on every face", () => {
    assert.isAbove(declared.length, 80)
    const client = createClient({ baseUrl: "http://localhost" })
    const effects = effectClient("k")
    const faces = [client, client.text, client.stream, client.all, effects, effects.responses, effects.rows]
    for (const face of faces)
      for (const [group, name] of declared)
        assert.isFunction(Reflect.get(Object(Reflect.get(face, group)), name), `${group}.${name}`)
  })

  it("finds every endpoint at its address", async () => {
    const client = served.client("root", { retries: 0 })
    const uuid = "0190a1b2-0000-7000-8000-000000000000"
    const names = { owner: "owner", dataset: "cars", username: "owner", organization: "owner", key: "k" }
    const ids = {
      number: 1,
      sample: uuid,
      issue: uuid,
      comment: uuid,
      claim: uuid,
      job: uuid,
      asset: uuid,
      warning: uuid,
      session: uuid,
      invitation: uuid,
      bucket: uuid,
      audit: uuid,
    }
    const more = {
      labelset: "ground-truth",
      queue: "labeling",
      version: uuid,
      release: uuid,
      other: "v2",
      model: "detector",
    }
    const path = {
      ...names,
      ...ids,
      ...more,
      file: "a.png",
      key_set: keySet,
      endpoint: uuid,
      delivery: uuid,
      recovery: uuid,
      transfer: uuid,
    }
    const lost: Array<string> = []
    for (const [group, name, verb] of declared) {
      const call: unknown = Reflect.get(Object(Reflect.get(client, group)), name)
      // What needs a body is refused for what it says, and nothing is changed by what is only found.
      const request = { path, ...(verb === "GET" ? {} : { payload: {} }) }
      const answer = typeof call === "function" ? call(request) : undefined
      const failure = await Promise.resolve(answer).then(
        () => undefined,
        (error: unknown) => error,
      )
      const { code = "", status = 200 } = findProblem(failure) ?? {}
      if (["not_found", "method_not_allowed"].includes(code) || status >= 500 || !isKnown(failure))
        lost.push(`${group}.${name}: ${status} ${code} ${failure}`)
    }
    assert.deepStrictEqual(lost, [])
  })

  it("answers with values of the groups", async () => {
    const client = served.client("root", { retries: 0 })
    const [first] = await served.client().samples.list({ path: cars })
    const path = { ...cars, sample: first?.uuid ?? "", labelset: "ground-truth" }
    const reached = {
      status: await client.status.health(),
      users: await client.users.me(),
      organizations: await client.organizations.create({ payload: { username: "acme" } }),
      datasets: await served.client().datasets.get({ path: cars }),
      labelsets: await served.client().labelsets.list({ path: cars }),
      samples: await served.client().samples.list({ path: cars }),
      queue: await served.client().queue.claims({ path: cars }),
      claims: await served.client().claims.mine(),
      releases: await served.client().releases.list({ path: cars }),
      collaborators: await served.client().collaborators.list({ path: cars }),
      assets: await served.client().assets.create({ payload: { filename: "a.png" } }),
      labels: await served
        .client()
        .labels.put({ path, payload: { label_status: "LABELED", attributes: { annotations: [] } } }),
      issues: await served.client().issues.open({ path, payload: { description: "dark" } }),
      webhooks: await served.client().webhooks.list({ path: {} }),
    }
    assert.strictEqual(reached.users.username, "root")
    assert.strictEqual(reached.samples[0]?.name, "s1")
    assert.strictEqual(reached.labels.label_status, "LABELED")
    assert.strictEqual(reached.issues.description, "dark")
  })

  it("speaks of things by names that need escaping", async () => {
    const error = await served
      .client()
      .datasets.get({ path: { owner: "owner", dataset: "../cars?x#y" } })
      .catch((problem: unknown) => problem)
    assert.strictEqual(Reflect.get(Object(error), "code"), "dataset_not_found")
    assert.throws(
      () => Effect.runSync(effectClient("k").datasets.get({ path: { owner: "owner", dataset: ".." } })),
      /cannot stand in a path/,
    )
  })

  it("answers Effect users with the errors that are declared, rows as a Stream, and the answer itself", async () => {
    const client = effectClient(served.world.keys.owner)
    const missing = client.datasets.get({ path: { ...cars, dataset: "none" } })
    const said = await Effect.runPromise(
      missing.pipe(
        Effect.as("found"),
        Effect.catchTag("NotFound", ({ resource }) => Effect.succeed(`no ${resource}`)),
      ),
    )
    assert.strictEqual(said, "no dataset")
    const rows = await Effect.runPromise(Stream.runCollect(client.rows.samples.list({ path: cars })))
    assert.deepStrictEqual(
      [...rows].map(({ name }) => name),
      ["s1"],
    )
    const response = await Effect.runPromise(client.responses.datasets.get({ path: cars }))
    assert.isString(response.headers.etag)
  })

  it("takes in requests what the wire takes, by its types too", () => {
    const names = SchemaAST.getPropertySignatures(SchemaAST.encodedAST(NewDatasetJson.ast)).map(
      ({ name }) => name,
    )
    assert.deepStrictEqual(names.sort(), Object.keys(wireNames).sort())
    expectTypeOf<keyof Loose<typeof SampleChange.Type>>().toEqualTypeOf<keyof typeof SampleChange.Encoded>()
    const client = createClient({ baseUrl: "http://localhost" })
    // @ts-expect-error a path that is not whole
    const wrong = () => client.datasets.get({ path: { owner: "owner" } })
    assert.isFunction(wrong)
  })
})

/** The compiler sees that these are the names of the types, the test that they are those of the wire. */
const wireNames: Record<keyof Loose<typeof NewDatasetJson.Type>, true> = {
  name: true,
  category: true,
  task_type: true,
  description: true,
  readme: true,
  guide: true,
  overlap: true,
  data_type: true,
  public: true,
  archived: true,
  task_attributes: true,
  metadata: true,
  region_of_interest: true,
  labeling_inactivity_timeout_seconds: true,
  enable_skip_labeling: true,
  enable_skip_reviewing: true,
  enable_ratings: true,
  enable_save_button: true,
  enable_label_status_verified: true,
  enable_same_dimensions_track_constraint: true,
  enable_3d_cuboid_rotation: true,
  enable_3d_region_of_interest: true,
  enable_interpolation: true,
  use_timestamps_for_interpolation: true,
  enable_object_linking: true,
  enable_prelabeling: true,
  enable_object_link_category_restrictions: true,
  enable_extrapolation: true,
  enable_confirm_on_submit: true,
  reject_on_warnings: true,
  audit_tolerance: true,
  daily_goal: true,
  overlap_decision: true,
  overlap_match_threshold: true,
  overlap_maximum: true,
  overlap_quorum: true,
  overlap_threshold: true,
  overlap_weights: true,
  gold_agreement: true,
  gold_feedback: true,
  gold_minimum: true,
  gold_rate: true,
  gold_threshold: true,
  review_rate: true,
  review_warnings: true,
  review_categories: true,
  review_people: true,
  on_missing_values: true,
  on_empty_label: true,
  on_open_issues: true,
  on_warnings: true,
  time_zone: true,
}
