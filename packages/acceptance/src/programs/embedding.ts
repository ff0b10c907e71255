/** Embedding and HTTP: the OpenAPI document, unknown keys and parameters, joining, errors and loggers of the built packages. */
import { addCleanup, check, type Json, load, run, runAnnotary, startServer } from "../support.ts"

const { createEngine, StorageFailure } = await load("packages/core/dist/index.js")
const { memory } = await load("packages/core/dist/memory.js")
const { testEngine } = await load("packages/core/dist/testing.js")
const { openApi } = await load("packages/http/dist/api/index.js")
const server = await startServer()
const { request } = server

const getRejection = (promise) =>
  promise.then(
    () => new Error("no error"),
    (error) => error,
  )

const document: Json = openApi()
const text = JSON.stringify(document)
const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ method, path, operation })),
)
const findOperation = (id) => operations.find((one) => one.operation.operationId === id)?.operation

await run({
  "the OpenAPI document names no base that cannot be resolved": () =>
    check("OpenAPI has no $id", !text.includes('"$id"')),
  "path parameters are required": () => {
    const optional = operations.filter(({ operation: { parameters } }) =>
      parameters.some((one) => one.in === "path" && one.required !== true),
    )
    check("every path parameter is required", optional.length === 0, optional[0]?.path)
  },
  "shared refusals": () => {
    const missing = operations.filter(({ operation: { requestBody, responses } }) => {
      const body = requestBody === undefined ? [] : ["413", "415"]
      return ["405", "421", "431", "500", "503", ...body].some((status) => responses[status] === undefined)
    })
    check("405, 413, 415, 421, 431, 500, 503 are declared", missing.length === 0, missing.length)
    check("answers that say no are components", Object.keys(document.components.responses ?? {}).length > 8)
  },
  "content types": () => {
    const findContentType = (id) => Object.keys(findOperation(id).responses[200].content)[0]
    check(
      "the configuration schema is application/schema+json",
      findContentType("status.configurationSchema") === "application/schema+json",
      findContentType("status.configurationSchema"),
    )
    check(
      "a file has the type that it was stored with",
      findContentType("assets.read") === "*/*",
      findContentType("assets.read"),
    )
  },
  "strict bodies in the document": () => {
    const { NewDataset, NewWebhookEndpoint } = document.components.schemas
    check("an endpoint's body is closed", NewWebhookEndpoint.additionalProperties === false)
    check("a body of the wire contract is open", NewDataset.additionalProperties === true)
  },
  "patterns in the document": () => {
    const { SampleId, Instant } = document.components.schemas
    check("ids have a pattern", SampleId?.pattern !== undefined)
    check("instants have a pattern", Instant?.pattern !== undefined)
  },
  "unknown keys": async () => {
    const body = { url: "https://example.org/hook", eventTypes: ["label.updated"], rateLimit: 1 }
    const refused = await request("POST", "/user/webhooks/endpoints/", body)
    check("an unknown key of an endpoint is 400", refused.status === 400, refused.text)
    check(
      "with the pointer",
      refused.json?.errors?.some(({ pointer }) => pointer === "/rateLimit"),
      refused.text,
    )
    const taken = await request("POST", "/user/datasets/", {
      name: "cats",
      category: "other",
      task_type: "vector",
      from_another_sdk: 1,
    })
    check("a call of the wire contract ignores unknown keys", taken.status === 201, taken.text)
    const action = await request("POST", "/organizations/", { username: "acme", plan: "free" })
    check("an organization with an unknown key is 400", action.status === 400, action.text)
  },
  "unknown parameters": async () => {
    const shared = await request("GET", "/user/datasets/?shared=true")
    check(
      "?shared=true is 400 with the pointer",
      shared.status === 400 && shared.json?.errors?.[0]?.pointer === "/shared",
      shared.text,
    )
    const bad = await request("GET", "/user/datasets/?include=everything")
    check("?include=everything is 400", bad.status === 400, bad.text)
    check("?include=shared is taken", (await request("GET", "/user/datasets/?include=shared")).status === 200)
    const garbage = "per_page=desc&sort=-None&filters=UNLABELED&unknown=1"
    const list = await request("GET", `/datasets/admin/cats/samples/?${garbage}`)
    check("the samples list tolerates what clients send", list.status === 200, list.text)
  },
  detail: async () => {
    const { json } = await request("POST", "/user/datasets/", { name: "x" })
    check("detail carries the first violation", json?.detail?.includes("/category"), json?.detail)
    const key = await request("POST", "/user/api_keys/", { expires_at: 5 })
    check(
      "an instant's message is a sentence",
      !/no zone is given or null/.test(key.text),
      key.json?.errors?.[0]?.message,
    )
    const phrase = await request("POST", "/organizations/", { "not found": 1, "time-out": 2 })
    check(
      "no phrase of the contract by user text",
      phrase.status === 400 && !/not found|time-out/.test(phrase.text),
      phrase.text,
    )
  },
  joining: async () => {
    await request("POST", "/users/", { username: "ann" })
    const made = await request("POST", "/users/ann/api_keys/", {})
    const ann = { Authorization: `APIKey ${made.json.key}` }
    await request("POST", "/user/datasets/", { name: "dogs", category: "other", task_type: "vector" }, ann)
    await request("POST", "/organizations/", { username: "beta" }, ann)
    const unseen = await request("GET", "/datasets/ann/dogs/")
    check("a site admin sees no dataset by being one", unseen.status === 404, unseen.text)
    check("the 404 says how to join", /join/.test(unseen.json?.detail ?? ""), unseen.json?.detail)
    const denied = await request("POST", "/organizations/beta/datasets/", {
      name: "d",
      category: "other",
      task_type: "vector",
    })
    check(
      "the 403 says how to join",
      denied.status === 403 && /join/.test(denied.json?.detail),
      denied.json?.detail,
    )
    const joined = await request("POST", "/datasets/ann/dogs/join/", {})
    check("POST …/join/ joins a dataset", joined.status === 200 && joined.json?.role === "admin", joined.text)
    check("which is seen then", (await request("GET", "/datasets/ann/dogs/")).status === 200)
    const audit = await request("GET", "/datasets/ann/dogs/audit/", undefined, ann)
    check("its owner reads it in the audit", audit.json?.[0]?.action === "collaborator.joined", audit.text)
    const member = await request("POST", "/organizations/beta/join/", {})
    check("POST …/join/ joins an organization", member.json?.organization_role === "admin", member.text)
    const stranger = await request("POST", "/organizations/beta/join/", {}, ann)
    check("nobody else joins so", stranger.status === 403, stranger.status)
    const created = await request("POST", "/users/", { username: "gamma", is_organization: true })
    const members = await request("GET", "/organizations/gamma/members/")
    check(
      "who creates an organization is its admin",
      created.status === 201 && members.json?.[0]?.organization_role === "admin",
      members.text,
    )
    await request("POST", "/user/datasets/", { name: "birds", category: "other", task_type: "vector" }, ann)
    const line = await runAnnotary(["join", "admin", "ann/birds"], server.settings)
    check(
      "annotary join joins",
      line.code === 0 && /admin is now admin in ann\/birds/.test(line.stdout),
      line.stdout + line.stderr,
    )
    const other = await runAnnotary(["join", "ann", "beta"], server.settings)
    check(
      "annotary join is for site admins",
      other.code !== 0 && /not a site admin/.test(other.stderr),
      other.stderr,
    )
  },
  "errors of the engine": async () => {
    const engine = await createEngine({ storage: memory(), worker: false })
    addCleanup(() => engine.close())
    const nobody = await getRejection(engine.as("nobody").users.me())
    check('engine.as("nobody") names the user', nobody.message.includes('"nobody"'), nobody.message)
    const storage = await getRejection(createEngine({}))
    check(
      "createEngine({}) names the missing storage",
      /needs a storage/.test(storage.message),
      storage.message,
    )
    const cause = new Error("Failed to connect", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") })
    const failure = new StorageFailure({ operation: "connect", transient: true, cause })
    check("a failed connection says why", failure.message.includes("ECONNREFUSED"), failure.message)
    const ghost = await getRejection(engine.users.get("ghost"))
    check(
      "an error keeps the caller's line",
      /embedding\.(?:ts|js)/.test(ghost.stack ?? ""),
      ghost.stack?.split("\n")[0],
    )
  },
  "one shape of both entry points": async () => {
    const services = await load("packages/core/dist/effect.js")
    const engine = await createEngine({ storage: memory(), worker: false })
    addCleanup(() => engine.close())
    for (const [name, methods] of Object.entries<Json>(engine.as("ana"))) {
      const tag = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const service = await engine.runtime.runPromise(services[tag])
      const missing = Object.keys(methods).filter((method) => !(method in service))
      check(`${tag} has the methods of engine.${name}`, missing.length === 0, missing.join(", "))
    }
  },
  "the logger": async () => {
    const records: Array<Json> = []
    const storage = memory()
    const engine = await createEngine({
      storage,
      worker: false,
      logger: (record) => records.push(record),
    })
    addCleanup(() => engine.close())
    const { Effect } = await load("packages/core/node_modules/effect/dist/esm/index.js")
    await engine.runtime.runPromise(Effect.logDebug("heard"))
    check(
      "createEngine({ logger }) gets all records",
      records.some(({ message }) => message === "heard"),
      records.length,
    )
  },
  failNext: async () => {
    const test = await testEngine()
    addCleanup(() => test.close())
    test.faults.failNext("UserStore.insert")
    const error = await getRejection(test.engine.users.create({ username: "ann" }))
    check("failNext fails the port's method", error.operation === "UserStore.insert", error.message)
  },
})
