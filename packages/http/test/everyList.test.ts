/** Every list of the API, by its document: values that a parameter cannot mean are refused by its name. */
import { readFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Schema>
}

interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string; readonly schema: Schema }>
}

const document: { readonly paths: Readonly<Record<string, { readonly get?: Operation }>> } = JSON.parse(
  readFileSync(new URL("openapi.json", import.meta.url), "utf8"),
)

const instants = ["2026-02-30", "2026-13-01", "2026-11-31T00:00:00Z", "yesterday"]

/** Texts that a value of the schema cannot be. */
const listWrongTexts = (schema: Schema): ReadonlyArray<string> => {
  if (schema.$ref === "#/components/schemas/Instant" || schema.anyOf !== undefined) return instants
  if (schema.$ref !== undefined) return schema.$ref.endsWith("/Username") ? ["no name"] : ["x"]
  if (schema.type === "integer") return ["0x10", "1.5", "%205", "%2B5", "ten", "１２"]
  if (schema.type === "number") return ["0x10", "NaN", "1e999", "%205"]
  return schema.enum === undefined ? [] : ["perhaps"]
}

let world: World
let places: Readonly<Record<string, string>>
beforeAll(async () => {
  world = await makeWorld()
  const body = { name: "cars", category: "other", task_type: "vector" }
  await world.ok({ method: "POST", path: "/user/datasets/", body })
  const sample = await world.ok({
    method: "POST",
    path: "/datasets/owner/cars/samples/",
    body: { name: "a" },
  })
  places = {
    owner: "owner",
    dataset: "cars",
    username: "owner",
    sample: sample.textAt("uuid"),
    labelset: "ground-truth",
    queue: "labeling",
  }
  const label = { label_status: "LABELED", attributes: { annotations: [] } }
  await world.ok({ method: "PUT", path: `/labels/${places.sample}/ground-truth/`, body: label })
})
afterAll(() => world.close())

const cases = Object.entries(document.paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? [])
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => ({ path, name, texts: listWrongTexts(schema) })),
)

describe("a list", () => {
  it("refuses what its parameters cannot mean, by their names", async () => {
    let tried = 0
    const accepted: Array<string> = []
    for (const { name, path, texts } of cases) {
      const place = path.replace(/\{(\w+)\}/g, (whole, key: string) => places[key] ?? whole)
      if (place.includes("{") || (await world.call({ method: "GET", path: place })).status !== 200) continue
      for (const text of texts) {
        tried += 1
        const answer = await world.call({ method: "GET", path: `${place}?${name}=${text}` })
        if (answer.status !== 400 || answer.at("errors.0.pointer") !== `/${name}`)
          accepted.push(`${path} ${name}=${text}: ${answer.status}`)
      }
    }
    assert.deepStrictEqual(accepted, [])
    assert.isAbove(tried, 100)
  })
})
