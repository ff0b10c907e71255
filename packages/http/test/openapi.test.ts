/** The OpenAPI document, kept as a file so that every change of the contract is seen in review. */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { EventType, isAboutPerson, toJsonText, Username } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { examples } from "../src/api/openapi/examples.ts"
import { openApi } from "../src/api/openapi.ts"
import type { Schema } from "./support/badBodies.ts"
import { badExample } from "./support/badExample.ts"
import { declared } from "./support/declared.ts"
import { makeWorld } from "./support/world.ts"

const file = fileURLToPath(new URL("openapi.json", import.meta.url))
const text = `${JSON.stringify(openApi(), null, 2)}\n`
const operations = Object.entries(openApi().paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
)

describe("the document", () => {
  it("is the one that was reviewed (UPDATE_OPENAPI=1 writes it anew)", () => {
    if (process.env.UPDATE_OPENAPI === "1") writeFileSync(file, text)
    assert.strictEqual(text, readFileSync(file, "utf8"))
  })

  it("has every endpoint, each with an id of its own and a summary", () => {
    assert.strictEqual(operations.length, declared.size)
    assert.strictEqual(new Set(operations.map(({ operation }) => operation.operationId)).size, declared.size)
    for (const { operation } of operations) assert.isNotEmpty(operation.summary, operation.operationId)
  })

  it("shows errors as problems and nothing else, each described once for all operations", () => {
    const { responses } = openApi().components as unknown as {
      readonly responses: Readonly<Record<string, { readonly content: object }>>
    }
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const { $ref = "" } = response as { readonly $ref?: string }
        const shared = responses[$ref.split("/").at(-1) ?? ""]
        assert.deepEqual(
          Object.keys(shared?.content ?? {}),
          ["application/problem+json"],
          operation.operationId,
        )
      }
    }
    assert.notMatch(text, /HttpApiDecodeError|"_tag"/)
  })

  it("refers to nothing that is not there", () => {
    const { schemas } = openApi().components
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      assert.property(schemas, name)
  })

  it("names no base for its references", () => {
    assert.notInclude(text, '"$id"')
  })

  it("names accounts in fields in which the removal of a person looks for them", () => {
    const fields = new Set(accountFields(openApi()))
    assert.includeMembers([...fields], ["created_by", "assigned_reviewer", "username"])
    const person = { username: Username.make("grace"), email: null }
    for (const field of fields)
      assert.isTrue(
        isAboutPerson(
          { dataset: "ada/cats", owner: "ada", text: "", object: toJsonText({ [field]: "grace" }) },
          person,
        ),
        field,
      )
  })

  it("declares for every operation what any of them may answer", () => {
    for (const { operation } of operations) {
      const statuses = Object.keys(operation.responses)
      assert.includeMembers(statuses, ["400", "405", "421", "431", "500", "503"], operation.operationId)
      if (operation.security.length > 0) assert.includeMembers(statuses, ["401", "429"])
      if (operation.requestBody !== undefined) assert.includeMembers(statuses, ["408", "413", "415"])
    }
  })

  it("declares the conflict of a used Idempotency-Key wherever one is taken", () => {
    const keyed = operations.filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === "Idempotency-Key"),
    )
    assert.isNotEmpty(keyed)
    for (const { operation } of keyed) assert.property(operation.responses, "409", operation.operationId)
  })

  it("closes the bodies that refuse unknown keys, and no others", () => {
    const { BulkChange, NewDataset, NewWebhookEndpoint, SampleFilters, WorkBody } =
      openApi().components.schemas
    for (const closed of [BulkChange, NewWebhookEndpoint, SampleFilters, WorkBody])
      assert.propertyVal(closed, "additionalProperties", false)
    assert.propertyVal(NewDataset, "additionalProperties", true)
  })

  it("names the members of every JSON body", () => {
    const { schemas } = openApi().components
    const countMembers = (schema: unknown): number => {
      if (typeof schema !== "object" || schema === null) return 0
      const { $ref, items, properties }: { $ref?: string; items?: unknown; properties?: object } = schema
      const referenced = $ref === undefined ? undefined : Reflect.get(schemas, $ref.split("/").at(-1) ?? "")
      return Object.keys(properties ?? {}).length + countMembers(items) + countMembers(referenced)
    }
    for (const { operation } of operations) {
      const schema = operation.requestBody?.content["application/json"]?.schema
      if (schema !== undefined) assert.isAbove(countMembers(schema), 0, operation.operationId)
    }
  })

  it("requires every parameter of a path", () => {
    for (const { operation } of operations)
      for (const parameter of operation.parameters)
        if (parameter.in === "path") assert.isTrue(parameter.required, operation.operationId)
  })

  it("says what is sent to webhook endpoints, for every event type", () => {
    const { webhooks } = openApi() as unknown as { readonly webhooks: Readonly<Record<string, unknown>> }
    assert.sameMembers(Object.keys(webhooks), [...EventType.literals])
    assert.include(JSON.stringify(webhooks["label.updated"]), "webhook-signature")
  })

  it("asks for a key but where none is needed", () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path)
    assert.sameMembers(open, [
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/docs",
      "/configuration/schema.json",
      "/console/session",
      "/invitations/read",
      "/invitations/accounts",
      "/exports/{transfer}/file",
      "/releases/jwks.json",
      "/releases/{release}/file",
      "/assets/{asset}/upload/",
      "/assets/{asset}/{file}",
      "/users/{key_set}/webhooks/jwks.json",
    ])
  })

  it("is served, and so is a page of it that loads nothing from anywhere", async () => {
    const world = await makeWorld()
    const document = await world.ok({ method: "GET", path: "/openapi.json", as: "nobody" })
    assert.deepStrictEqual(document.body, JSON.parse(text))
    const page = await world.ok({ method: "GET", path: "/docs", as: "nobody" })
    assert.include(page.text, "samples.createMany")
    assert.notMatch(page.text.replaceAll(/<script>[\s\S]*<\/script>/g, ""), /(src|href)="https?:/)
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/)
    await world.close()
  })

  it("is not loaded to the full at start: the viewer waits for the first reader", () => {
    assert.notMatch(
      readFileSync(fileURLToPath(new URL("../src/handlers/docs.ts", import.meta.url)), "utf8"),
      /^import .*swagger-ui/m,
    )
  })
})

describe("an example", () => {
  const { schemas } = openApi().components

  it.each(Object.keys(examples))("of %s is one of its schema", (name) => {
    assert.property(schemas, name)
    const found = badExample(schemas[name] as Schema, examples[name])
    assert.isUndefined(found, found)
  })
})

/** The names of the fields that are described as names of accounts. */
function accountFields(value: unknown): ReadonlyArray<string> {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const isAccount =
      (member as { readonly description?: unknown } | null)?.description === "The name of an account."
    return [...(isAccount ? [name] : []), ...accountFields(member)]
  })
}
