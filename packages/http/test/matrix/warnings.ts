/** Warnings. */
import type { Fixture } from "../support/fixture.ts"
import { get, type Row, send } from "./rows.ts"

const first = ({ samples }: Fixture) => samples[0] ?? ""
const last = ({ samples }: Fixture) => `/labels/${samples[3]}/model/`

/** A warning of a prediction: it is of a category that is not configured. */
const warned = async (fixture: Fixture): Promise<string> => {
  const size = { x: 1, y: 1, z: 1 }
  const stray = { id: 1, category_id: 9, type: "cuboid", position: size, dimensions: size, yaw: 0 }
  const attributes = { annotations: [stray] }
  await fixture.ok({ method: "PUT", path: last(fixture), body: { attributes } })
  const checked = await fixture.ok({
    method: "POST",
    path: `/samples/${fixture.samples[3]}/check/`,
    body: { labelset: "model" },
  })
  return `${last(fixture)}warnings/${checked.textAt("warnings.0.id")}/dismiss/`
}

export const warningRows: ReadonlyArray<Row> = [
  {
    endpoint: "warnings.check",
    rule: "check",
    call: send("POST", (fixture) => `/samples/${first(fixture)}/check/`, {}),
    status: 200,
  },
  {
    endpoint: "warnings.check",
    note: "unsaved work",
    rule: "check",
    call: send("POST", (fixture) => `/samples/${first(fixture)}/check/`, { attributes: { annotations: [] } }),
    status: 200,
  },
  {
    endpoint: "warnings.checkDataset",
    rule: "check",
    call: send("POST", ({ dataset }) => `${dataset}/check/`, {}),
    status: 200,
  },
  {
    endpoint: "warnings.totals",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/warnings/`),
    status: 200,
  },
  {
    endpoint: "warnings.list",
    rule: "read",
    call: get((fixture) => `/labels/${first(fixture)}/ground-truth/warnings/`),
    status: 200,
  },
  {
    endpoint: "warnings.dismiss",
    rule: "check",
    call: async (fixture) => ({ method: "POST", path: await warned(fixture), body: { reason: "a bus" } }),
    status: 200,
  },
  {
    endpoint: "warnings.restore",
    rule: "check",
    call: async (fixture) => ({ method: "DELETE", path: await warned(fixture) }),
    status: 204,
  },
]
