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

const document: {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
} = JSON.parse(readFileSync(new URL("openapi.json", import.meta.url), "utf8"))

const resolveSchema = ($ref: string): Schema =>
  document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}

const wrongInstants = ["2026-02-30", "2026-13-01", "2026-11-31T00:00:00Z", "yesterday"]

/** Texts that a value of the schema cannot be. */
const listWrongTexts = (schema: Schema): ReadonlyArray<string> => {
  if (schema.$ref === "#/components/schemas/Instant" || schema.anyOf !== undefined) return wrongInstants
  if (schema.$ref !== undefined) return schema.$ref.endsWith("/Username") ? ["no name"] : ["x"]
  if (schema.type === "integer") return ["0x10", "0b1", "0o7", "1.5", "ten", "１２", "5%20000"]
  if (schema.type === "number") return ["0x10", "0b1", "0o7", "NaN", "Infinity", "1e999", "."]
  return schema.enum === undefined ? [] : ["perhaps"]
}

const validInstants = ["2026-11-20", "2026-11-20T13:25:01Z", "2026-11-20T13:25:01.5%2B01:00"]

/** Texts of which each is a value of the schema. A plus sign that is not encoded arrives as a space. */
const listValidTexts = (schema: Schema): ReadonlyArray<string> => {
  if (schema.$ref === "#/components/schemas/Instant" || schema.anyOf !== undefined) return validInstants
  if (schema.$ref?.endsWith("/Username")) return ["owner"]
  if (schema.$ref?.endsWith("Id")) return ["0190a0b0-0000-7000-8000-000000000000"]
  if (schema.$ref !== undefined) return resolveSchema(schema.$ref).enum ?? []
  if (schema.type === "integer") return ["5", "%205", "+5", "%2B5", "5.", "5e0"]
  if (schema.type === "number") return ["5", "-5.25", ".5", "5.", "+5", "%2B5", "%205", "1e-3"]
  return schema.enum ?? []
}

const parameters = Object.entries(document.paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? [])
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => ({ path, name, schema })),
)

/** Lists that only site admins read. */
const listsOfAdmins = ["/users/", "/audit/", "/jobs/"]

const fillPath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (whole, key: string) => places[key] ?? whole)

const get = (path: string, query = "") =>
  world.call({
    method: "GET",
    path: `${fillPath(path)}${query}`,
    as: listsOfAdmins.includes(path) ? "root" : "owner",
  })

/** A list is asked only if it answers without parameters. */
const listAsked = async (): Promise<ReadonlySet<string>> => {
  const asked = new Set<string>()
  for (const path of new Set(parameters.map((parameter) => parameter.path)))
    if (!/[{]|\/stream\/$/.test(fillPath(path)) && (await get(path)).status === 200) asked.add(path)
  return asked
}

let world: World
let places: Readonly<Record<string, string>>
let asked: ReadonlySet<string>
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
    organization: "acme",
  }
  await world.ok({ method: "POST", path: "/organizations/", body: { username: "acme" } })
  const label = { label_status: "LABELED", attributes: { annotations: [] } }
  await world.ok({ method: "PUT", path: `/labels/${places.sample}/ground-truth/`, body: label })
  // A feed with an event waits for none.
  for (const path of ["/user/events/", "/organizations/acme/events/"]) await world.ok({ method: "PUT", path })
  for (const path of ["/user/datasets/", "/organizations/acme/datasets/"])
    await world.ok({ method: "POST", path, body: { ...body, name: "fed" } })
  asked = await listAsked()
})
afterAll(() => world.close())

/** Lists in the order of time: `after` is a row that they have, and these have none. */
const listsByTime = [
  "/samples/{sample}/gold/answers/",
  "/datasets/{owner}/{dataset}/gold/people/{username}/answers/",
]

describe("a list", () => {
  it("is asked here, unless it is a file or a stream, or needs an endpoint or an audit", () => {
    const paths = new Set(parameters.map((parameter) => parameter.path))
    assert.sameMembers(
      [...paths].filter((path) => !asked.has(path)),
      [
        "/samples/{sample}/thumbnail/",
        "/datasets/{owner}/{dataset}/releases/{release}/audits/{audit}/",
        "/datasets/{owner}/{dataset}/releases/{release}/audits/{audit}/draws/",
        "/releases/{release}/file",
        "/exports/{transfer}/file",
        "/assets/{asset}/{file}",
        "/user/events/stream/",
        "/organizations/{organization}/events/stream/",
        "/user/webhooks/endpoints/{endpoint}/deliveries/",
        "/organizations/{organization}/webhooks/endpoints/{endpoint}/deliveries/",
      ],
    )
  })

  it("refuses what its parameters cannot mean, by their names", async () => {
    const accepted: Array<string> = []
    for (const { name, path, schema } of parameters.filter(({ path }) => asked.has(path)))
      for (const text of listWrongTexts(schema)) {
        const answer = await get(path, `?${name}=${text}`)
        if (answer.status !== 400 || answer.at("errors.0.pointer") !== `/${name}`)
          accepted.push(`${path} ${name}=${text}: ${answer.status}`)
      }
    assert.deepStrictEqual(accepted, [])
  })

  it("takes every form of a number, an instant and a choice", async () => {
    const refused: Array<string> = []
    const isOfRow = ({ name, path }: { readonly name: string; readonly path: string }) =>
      name === "after" && listsByTime.includes(path)
    for (const { name, path, schema } of parameters.filter((one) => asked.has(one.path) && !isOfRow(one)))
      for (const text of listValidTexts(schema)) {
        const answer = await get(path, `?${name}=${text}`)
        if (answer.status !== 200 && answer.at("code") !== "cursor_expired")
          refused.push(`${path} ${name}=${text}: ${answer.status} ${answer.text}`)
      }
    assert.deepStrictEqual(refused, [])
  })
})
