/** The server that the commands of the pages expect. */
import { join } from "node:path"
import { assert } from "vitest"
import { annotary } from "../support/annotary.ts"
import { apiOf, expectStatus } from "../support/api.ts"
import { type Environment, startServer } from "../support/childServer.ts"

/** The key of its admin. */
export const key = `ann_documnts_${"D".repeat(43)}`

export const settingsIn = (folder: string): Environment => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "data/annotary.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
})

/** A server with an organization, a person, and a dataset with samples. */
export const furnish = async (folder: string): Promise<void> => {
  const environment = { ...settingsIn(folder), ANNOTARY_ADMIN_API_KEY: key }
  const server = await startServer(environment)
  for (const words of ["user create acme --organization", "user create ann", "member add acme ann admin"]) {
    const { code, stderr } = await annotary(words.split(" "), environment)
    assert.strictEqual(code, 0, stderr)
  }
  const { call } = apiOf(server.url, key)
  expectStatus(await call("POST", "/organizations/acme/join/", {}), 200, 201, 204)
  const dataset = { name: "street", category: "other", task_type: "vector" }
  expectStatus(await call("POST", "/organizations/acme/datasets/", dataset), 201)
  const samples = ["a", "b", "c"].map((name) => ({
    name,
    attributes: { image: { url: `https://example.com/${name}.png` } },
  }))
  expectStatus(await call("POST", "/datasets/acme/street/samples_bulk/", samples), 200, 201)
  await server.stop()
}
