/** Private buckets: URLs of their objects are signed in samples, for whoever may see those, and stored without a signature. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { connections } from "./support/connections.ts"
import { type Caller, makeWorld, type World } from "./support/world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld({ buckets: connections, worker: true })
  for (const username of ["acme", "beta"]) {
    await sent("POST", "/organizations/", { username })
    await sent("POST", `/organizations/${username}/buckets/`, {
      kind: "s3",
      name: "images",
      prefix: "cars",
      url_seconds: 600,
      credentials: { key_id: `${username}.example`, secret: "hidden-secret" },
    })
    const body = { name: "cars", category: "other", task_type: "vector" }
    await sent("POST", `/organizations/${username}/datasets/`, body)
  }
  await sent("POST", "/user/datasets/", { name: "own", category: "other", task_type: "vector" })
})
afterAll(() => world.close())

const sent = (method: string, path: string, body?: unknown, as: Caller = "owner") =>
  world.ok({ method, path, as, ...(body === undefined ? {} : { body }) })
const get = (path: string, as: Caller = "owner") => world.call({ method: "GET", path, as })

const cars = "/datasets/acme/cars"
const url = "s3://images/cars/a b.png"
const made = async (name: string, image: unknown, dataset = cars) =>
  (await sent("POST", `${dataset}/samples/`, { name, attributes: { image } })).textAt("uuid")
const urlIn = async (sample: string) => (await get(`/samples/${sample}/`)).textAt("attributes.image.url")
const waitWhile = async (path: string, member: string, value: string) => {
  for (let tries = 0; (await get(path)).at(member) === value; tries++) {
    if (tries > 1000) throw new Error(`${path} is still ${value}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const ofCars = { _tag: "Name", owner: "acme", name: "cars" } as const
const stored = async () => {
  const page = await world.engine.as("owner").samples.list(ofCars, { perPage: 100 })
  const rows = []
  for await (const row of page.rows) rows.push(row.sample.attributes ?? "")
  return rows.join()
}

describe("URLs of objects in private buckets", () => {
  it("are signed in samples, lists, bulk answers and claims, with the buckets of the owner", async () => {
    const id = await made("one", { url })
    const signed = await urlIn(id)
    assert.match(signed, /^https:\/\/acme\.example\/cars%2Fa%20b\.png\?X-Amz-Date=\d+&X-Amz-Expires=1200&/)
    const claim = await sent("POST", `${cars}/queue/labeling/claim/`, {})
    for (const { text } of [
      await get(`${cars}/samples/`),
      await get(`${cars}/samples/?fields=attributes`),
      await get(`/samples/${id}/?labelset=ground-truth`),
      await get("/claims/"),
      claim,
      await sent("PATCH", `/samples/${id}/`, { priority: 3 }),
      await sent("POST", `${cars}/samples_bulk/`, [{ name: "bulk", attributes: { image: { url } } }]),
    ]) {
      assert.include(text, "https://acme.example/cars%2Fa%20b.png?")
      assert.notInclude(text, "\u001e")
      assert.notInclude(text, "s3://")
    }
  })

  it("are signed in the samples of audits, with the buckets of the owner", async () => {
    const body = { name: "audited", category: "other", task_type: "vector" }
    await sent("POST", "/organizations/acme/datasets/", body)
    const audited = "/datasets/acme/audited"
    await sent("POST", `${audited}/collaborators/`, { user: "reviewer", role: "reviewer" })
    const id = await made("one", { url }, audited)
    const label = { label_status: "LABELED", attributes: { annotations: [], picture: { url } } }
    await sent("PUT", `/labels/${id}/ground-truth/`, label)
    await sent("POST", `${audited}/releases/`, { name: "v1" })
    const release = `${audited}/releases/v1/`
    await waitWhile(release, "status", "PENDING")
    const audits = `${release}audits/`
    const audit = `${audits}${(await sent("POST", audits, {})).textAt("uuid")}/`
    await waitWhile(audit, "state", "preparing")
    const work = await sent("POST", `${audit.replace("acme", "ACME")}claim/`, undefined, "reviewer")
    assert.include(work.textAt("0.attributes.image.url"), "https://acme.example/cars%2Fa%20b.png?")
    assert.strictEqual(work.textAt("0.label_attributes.picture.url"), url)
  })

  it("stay as they are where no bucket covers them", async () => {
    const others = [
      "s3://images/others/a.png",
      "s3://images/cars/../others/a.png",
      "s3://images/cars/",
      "s3://pictures/cars/a.png",
      "gs://images/cars/a.png",
      "azure://acct/images/cars/a.png",
      'a text with \\"s3://images/cars/a.png\\" in it',
      "https://example.org/a.png",
    ]
    for (const [index, other] of others.entries())
      assert.strictEqual(await urlIn(await made(`other ${index}`, { url: other })), other)
  })

  it("are never signed in datasets of people, in labels, in names or in metadata", async () => {
    assert.strictEqual(await urlIn(await made("one", { url }, "/datasets/owner/own")), url)
    const id = await made(url.replaceAll("/", "-"), { url: "https://example.org/a.png" })
    await sent("PATCH", `/samples/${id}/`, { metadata: { url }, readme: url })
    await sent("PUT", `/labels/${id}/ground-truth/`, {
      label_status: "LABELED",
      attributes: { annotations: [], segmentation_bitmap: { url } },
    })
    for (const path of [`/samples/${id}/?labelset=ground-truth`, `/labels/${id}/ground-truth/`])
      assert.notInclude((await get(path)).text, "X-Amz-Signature")
  })

  it("are signed with the credentials of the organization that owns the dataset now", async () => {
    const body = { name: "moving", category: "other", task_type: "vector" }
    await sent("POST", "/organizations/acme/datasets/", body)
    const id = await made("one", { url }, "/datasets/acme/moving")
    assert.include(await urlIn(id), "https://acme.example/")
    await sent("POST", "/datasets/acme/moving/transfer/", { owner: "beta" })
    assert.include(await urlIn(id), "https://beta.example/")
  })

  it("are shown to nobody who may not see the sample", async () => {
    const id = await made("hidden", { url })
    for (const as of ["stranger", "nobody"] as const) {
      const answer = await get(`/samples/${id}/`, as)
      assert.isAbove(answer.status, 400)
      assert.notInclude(answer.text, "images")
    }
  })

  it("are stored without a signature when a client sends back what it read", async () => {
    const id = await made("back", { url })
    const attributes = (await get(`/samples/${id}/`)).at("attributes")
    await sent("PATCH", `/samples/${id}/`, { attributes })
    await sent("POST", "/datasets/ACME/cars/samples/", { name: "copy", attributes })
    await sent("POST", `${cars}/samples_bulk/`, [{ name: "copies", attributes }])
    const line = `${JSON.stringify({ name: "line", attributes })}\n`
    const headers = { "content-type": "application/x-ndjson" }
    await world.ok({ method: "POST", path: `${cars}/samples_bulk/`, body: line, headers })
    const names = ["back", "copy", "copies", "line"]
    const page = await world.engine.as("owner").samples.list(ofCars, { perPage: 100 })
    const found: Array<string> = []
    for await (const { sample } of page.rows)
      if (names.includes(sample.name)) found.push(sample.attributes ?? "")
    assert.deepStrictEqual(found, Array(names.length).fill(JSON.stringify({ image: { url } })))
  })

  it("have the ETag of the stored text", async () => {
    const id = await made("tagged", { url })
    const [before, after] = [await get(`/samples/${id}/`), await get(`/samples/${id}/`)]
    assert.strictEqual(before.headers.get("etag"), after.headers.get("etag"))
    const update = { method: "PATCH", path: `/samples/${id}/`, body: { priority: 9 } }
    const headers = { "If-Match": before.headers.get("etag") ?? "" }
    assert.strictEqual((await world.call({ ...update, headers })).status, 200)
  })

  it("are signed again when an answer is repeated", async () => {
    const body = { name: "repeated", attributes: { image: { url } } }
    const headers = { "Idempotency-Key": "repeated" }
    const call = { method: "POST", path: `${cars}/samples/`, body, headers }
    const [first, second] = [await world.ok(call), await world.ok(call)]
    assert.strictEqual(first.textAt("uuid"), second.textAt("uuid"))
    assert.include(second.textAt("attributes.image.url"), "https://acme.example/")
  })

  it("are signed in texts of many megabytes, wherever their pieces end", async () => {
    const many = Array.from({ length: 60_000 }, (_, index) => ({ url: `s3://images/cars/${index}-é.png` }))
    const answer = await sent("POST", `${cars}/samples/`, { name: "large", attributes: { images: many } })
    const read = await get(`/samples/${answer.textAt("uuid")}/`)
    assert.notInclude(read.text, "s3://")
    assert.notInclude(read.text, "\u001e")
    assert.include(read.textAt("attributes.images.59999.url"), "/cars%2F59999-%C3%A9.png?")
  })
})

describe("buckets of an organization", () => {
  it("are shown without their credentials, and audited without them", async () => {
    const list = await get("/organizations/acme/buckets/")
    assert.strictEqual(list.at("0.prefix"), "cars/")
    const audit = await get("/organizations/acme/audit/")
    assert.include(audit.text, "bucket.created")
    for (const { text } of [list, audit]) assert.notInclude(text, "hidden-secret")
  })

  it("are unique by place, and belong to their organization alone", async () => {
    const body = { kind: "s3", name: "images", prefix: "cars/", credentials: { key_id: "x", secret: "y" } }
    const again = await world.call({ method: "POST", path: "/organizations/acme/buckets/", body })
    assert.deepStrictEqual([again.status, again.at("code")], [409, "bucket_already_exists"])
    const id = (await get("/organizations/acme/buckets/")).textAt("0.uuid")
    const other = await get(`/organizations/beta/buckets/${id}/`)
    assert.deepStrictEqual([other.status, other.at("code")], [404, "bucket_not_found"])
  })

  it("sign from the moment they are there until they are deleted", async () => {
    const place = "s3://later/a.png"
    const id = await made("later", { url: place })
    assert.strictEqual(await urlIn(id), place)
    const body = { kind: "s3", name: "later", credentials: { key_id: "later.example", secret: "s" } }
    const bucket = (await sent("POST", "/organizations/acme/buckets/", body)).textAt("uuid")
    assert.include(await urlIn(id), "https://later.example/")
    const path = `/organizations/acme/buckets/${bucket}/`
    await sent("PATCH", path, { credentials: { key_id: "newer.example", secret: "s" } })
    assert.include(await urlIn(id), "https://newer.example/")
    await sent("DELETE", path)
    assert.strictEqual(await urlIn(id), place)
  })

  it("store nothing but the URLs of clients", async () => {
    assert.notInclude(await stored(), "X-Amz-")
  })
})
