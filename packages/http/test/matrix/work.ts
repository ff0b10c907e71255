/** The queues, claims and jobs. */
import type { Fixture } from "../support/fixture.ts"
import type { Caller } from "../support/world.ts"
import { get, type Row, send } from "./rows.ts"

const labelers: ReadonlyArray<Caller> = ["labeler", "reviewer", "manager", "admin", "owner"]

/** A claim of the caller's own; for those who can have none, somebody else's. */
const claimOf = async (fixture: Fixture, as: Caller, queue: "labeling" | "reviewing"): Promise<string> => {
  const reviews = queue === "reviewing" && as !== "labeler" && labelers.includes(as)
  const claims = await fixture.ok({
    method: "POST",
    path: `${fixture.dataset}/queue/${reviews ? "reviewing" : "labeling"}/claim/`,
    body: {},
    as: labelers.includes(as) ? as : "labeler",
  })
  return claims.textAt("0.claim_id")
}

const act =
  (action: string, queue: "labeling" | "reviewing" = "labeling"): Row["call"] =>
  async (fixture, as) => ({
    method: "POST",
    path: `/claims/${await claimOf(fixture, as, queue)}/${action}/`,
    body: {},
  })

/** The answer of a model to a claim, for people, who have none of models. */
const answer =
  (action: "prelabel" | "decline"): Row["call"] =>
  async (fixture, as) => ({
    method: "POST",
    path: `/claims/${await claimOf(fixture, as, "labeling")}/${action}/`,
    body: { model_version: "v1", ...(action === "prelabel" ? { attributes: {} } : { reason: "dark" }) },
  })

/** Labels of models for all samples, while the dataset has them on. */
const requestPredictions: Row["call"] = async ({ dataset, ok }) => {
  await ok({ method: "PATCH", path: `${dataset}/`, body: { enable_prelabeling: true }, as: "owner" })
  return { method: "POST", path: `${dataset}/predictions/requests/`, body: { filters: {} } }
}

/** The public reader sees that the claim is there, and that it is somebody else's. */
const others = { public: 409 }

/** A new gold sample. */
const makeGold = async ({ dataset, ok }: Fixture): Promise<string> => {
  const body = { name: crypto.randomUUID(), attributes: { image: { url: "https://images.example/1.png" } } }
  const sample = await ok({ method: "POST", path: `${dataset}/samples/`, body, as: "owner" })
  const path = `/samples/${sample.textAt("uuid")}/gold/`
  await ok({ method: "PUT", path, body: { attributes: { annotations: [] } }, as: "manager" })
  return path
}

export const workRows: ReadonlyArray<Row> = [
  {
    endpoint: "gold.get",
    rule: "view_work",
    call: async (fixture) => ({ method: "GET", path: await makeGold(fixture) }),
    status: 200,
  },
  {
    endpoint: "gold.set",
    rule: "prioritise",
    call: send("PUT", ({ samples }) => `/samples/${samples[2]}/gold/`, { attributes: { annotations: [] } }),
    status: 200,
  },
  {
    endpoint: "gold.remove",
    rule: "prioritise",
    call: async (fixture) => ({ method: "DELETE", path: await makeGold(fixture) }),
    status: 204,
  },
  {
    endpoint: "gold.list",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/gold/`),
    status: 200,
  },
  {
    endpoint: "gold.people",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/gold/people/`),
    status: 200,
  },
  {
    endpoint: "gold.answers",
    rule: "view_work",
    call: async (fixture) => ({ method: "GET", path: `${await makeGold(fixture)}answers/` }),
    status: 200,
  },
  {
    endpoint: "gold.personAnswers",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/gold/people/labeler/answers/`),
    status: 200,
  },
  {
    endpoint: "overlap.agreement",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/agreement/`),
    status: 200,
  },
  {
    endpoint: "overlap.get",
    rule: "review",
    call: get(({ samples }) => `/samples/${samples[2]}/overlap/`),
    status: 200,
  },
  {
    endpoint: "overlap.set",
    rule: "prioritise",
    call: send("PUT", ({ samples }) => `/samples/${samples[2]}/overlap/`, { overlap: 2 }),
    status: 200,
  },
  {
    endpoint: "predictions.prelabel",
    rule: "prelabel",
    call: answer("prelabel"),
    status: 200,
    besides: others,
  },
  {
    endpoint: "predictions.decline",
    rule: "prelabel",
    call: answer("decline"),
    status: 200,
    besides: others,
  },
  {
    endpoint: "predictions.list",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/predictions/`),
    status: 200,
  },
  {
    endpoint: "predictions.count",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/predictions/counts/`),
    status: 200,
  },
  {
    endpoint: "predictions.request",
    rule: "prioritise",
    call: requestPredictions,
    status: 200,
  },
  {
    endpoint: "queue.claim",
    note: "labeling",
    rule: "label",
    call: send("POST", ({ dataset }) => `${dataset}/queue/labeling/claim/`, { count: 2 }),
    status: 200,
  },
  {
    endpoint: "queue.claim",
    note: "reviewing",
    rule: "review",
    call: send("POST", ({ dataset }) => `${dataset}/queue/reviewing/claim/`, {}),
    status: 200,
  },
  {
    endpoint: "queue.claimSample",
    note: "labeling",
    rule: "label",
    call: send("POST", (fixture) => `${fixture.dataset}/queue/labeling/claim/${fixture.samples[2]}/`, {}),
    status: 200,
  },
  {
    endpoint: "queue.view",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/queue/labeling/`),
    status: 200,
  },
  {
    endpoint: "queue.view",
    note: "of others",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/queue/labeling/?user=reviewer`),
    status: 200,
    besides: { reviewer: 200 },
  },
  {
    endpoint: "queue.reviewDraw",
    rule: "view_work",
    call: get(({ samples }) => `/samples/${samples[0]}/review_draw/`),
    status: 200,
  },
  {
    endpoint: "queue.explain",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/queue/reviewing/explain/`),
    status: 200,
  },
  {
    endpoint: "queue.stats",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/queue/stats/`),
    status: 200,
  },
  {
    endpoint: "queue.throughput",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/queue/throughput/`),
    status: 200,
  },
  {
    endpoint: "queue.statistics",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/statistics/?by=person,day`),
    status: 200,
  },
  {
    endpoint: "queue.statistics",
    note: "of others",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/statistics/?user=labeler`),
    status: 200,
    besides: { labeler: 200 },
  },
  {
    endpoint: "queue.statisticsCsv",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/statistics.csv`),
    status: 200,
  },
  { endpoint: "queue.claims", rule: "label", call: get(({ dataset }) => `${dataset}/claims/`), status: 200 },
  {
    endpoint: "queue.workunits",
    rule: "label",
    call: get(({ dataset }) => `${dataset}/workunits/`),
    status: 200,
  },
  {
    endpoint: "queue.workunits",
    note: "of others",
    rule: "view_work",
    call: get(({ dataset }) => `${dataset}/workunits/?user=labeler`),
    status: 200,
    besides: { labeler: 200 },
  },

  { endpoint: "claims.mine", rule: "person", call: get(() => "/claims/"), status: 200 },
  {
    endpoint: "claims.get",
    rule: "label",
    call: async (fixture, as) => ({
      method: "GET",
      path: `/claims/${await claimOf(fixture, as, "labeling")}/`,
    }),
    status: 200,
  },
  { endpoint: "claims.renew", rule: "label", call: act("renew"), status: 200, besides: others },
  { endpoint: "claims.save", rule: "label", call: act("save"), status: 200, besides: others },
  { endpoint: "claims.submit", rule: "label", call: act("submit"), status: 200, besides: others },
  { endpoint: "claims.skip", rule: "label", call: act("skip"), status: 200, besides: others },
  {
    endpoint: "claims.accept",
    rule: "review",
    call: act("accept", "reviewing"),
    status: 200,
    besides: { ...others, labeler: 409 },
  },
  {
    endpoint: "claims.reject",
    rule: "review",
    call: act("reject", "reviewing"),
    status: 200,
    besides: { ...others, labeler: 409 },
  },
  {
    endpoint: "claims.undo",
    rule: "label",
    call: async (fixture, as) => {
      const request = await act("submit")(fixture, as)
      if (labelers.includes(as)) await fixture.ok({ ...request, as })
      return { ...request, path: request.path.replace("/submit/", "/undo/"), body: {} }
    },
    status: 200,
    besides: others,
  },
  {
    endpoint: "claims.giveBack",
    rule: "label",
    call: async (fixture, as) => ({
      method: "DELETE",
      path: `/claims/${await claimOf(fixture, as, "labeling")}/`,
    }),
    status: 204,
  },

  { endpoint: "jobs.list", rule: "site_admin", call: get(() => "/jobs/?status=FAILED"), status: 200 },
  // A job that waits cannot be retried.
  {
    endpoint: "jobs.retry",
    rule: "site_admin",
    call: send("POST", ({ job }) => `/jobs/${job}/retry/`),
    status: 409,
  },
  {
    endpoint: "jobs.get",
    note: "a dataset that is being copied",
    rule: "read",
    call: get(({ job }) => `/jobs/${job}/`),
    status: 200,
    besides: { labeler: 404, reviewer: 404, manager: 404, admin: 404 },
  },
]
