/** Lists of samples: pages, cursors, filters, and the garbage that clients in the field send. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

let world: World
const dataset = "/datasets/owner/cars"

beforeAll(async () => {
  world = await makeWorld()
  await world.ok({
    method: "POST",
    path: "/user/datasets/",
    body: { name: "cars", category: "other", task_type: "vector" },
  })
  const samples = Array.from({ length: 25 }, (_, n) => ({
    name: ["b", "B", "é", "🚗", "a+b"][n % 5] + String(n),
    priority: n % 4,
    metadata: { city: n % 2 === 0 ? "Gent" : "Bonn", n },
  }))
  const made = await world.ok({ method: "POST", path: `${dataset}/samples_bulk/`, body: samples })
  for (const n of [3, 1, 4, 15, 9, 20]) {
    const path = `/labels/${made.textAt(`${n}.uuid`)}/ground-truth/`
    await world.ok({
      method: "PUT",
      path,
      body: { label_status: n % 2 === 0 ? "LABELED" : "REVIEWED", attributes: { annotations: [], n } },
    })
  }
})
afterAll(() => world.close())

const list = (query: string) => world.ok({ method: "GET", path: `${dataset}/samples/${query}` })
const names = async (query: string) => {
  const answer = await list(query)
  return answer.list.map((_, index) => answer.textAt(`${index}.name`))
}

const sorts = ["name", "created_at", "priority", "gt_label__updated_at"].flatMap((key) => [key, `-${key}`])

describe("a walk through the pages", () => {
  it.each(sorts)("sorted by %s finds by cursors what one large page shows", async (sort) => {
    const query = `sort=${sort}&labelset=ground-truth&include_full_label=1`
    const whole = await list(`?${query}`)
    const found: Array<unknown> = []
    let path: string | undefined = `${dataset}/samples/?per_page=4&${query}`
    while (path !== undefined) {
      const page = await world.ok({ method: "GET", path })
      found.push(...page.list)
      path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1]
    }
    assert.deepStrictEqual(found, whole.list)
  })

  it("by page numbers is the same, and past the end is empty", async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => names(`?per_page=10&page=${page}&sort=-priority`)),
    )
    assert.deepStrictEqual(pages.flat(), await names("?sort=-priority"))
    assert.deepStrictEqual((await list("?page=99")).body, [])
  })

  it("says where only the next link skips nothing while samples are added and removed", async () => {
    const by = async (query: string) => (await list(query)).headers.get("annotary-paging")
    assert.isNull(await by("?per_page=10"))
    assert.include((await by("?per_page=10&page=2")) ?? "", "may be skipped or repeated")
    const next = /[?&]cursor=([^&>]+)/.exec((await list("?per_page=10")).headers.get("link") ?? "")?.[1]
    assert.isNull(await by(`?per_page=10&cursor=${next}`))
  })

  it("reads every sample once by the next link while the first ones are removed", async () => {
    const path = "/datasets/owner/moving"
    await world.ok({
      method: "POST",
      path: "/user/datasets/",
      body: { name: "moving", category: "other", task_type: "vector" },
    })
    const body = Array.from({ length: 30 }, (_, n) => ({ name: `s${String(n).padStart(2, "0")}` }))
    const made = await world.ok({ method: "POST", path: `${path}/samples_bulk/`, body })
    const read: Array<string> = []
    let query = "?per_page=10"
    for (let page = 0; page < 3; page++) {
      const answer = await world.ok({ method: "GET", path: `${path}/samples/${query}` })
      for (const index of answer.list.keys()) read.push(answer.textAt(`${index}.name`))
      const uuids = [made.textAt(`${page * 2}.uuid`), made.textAt(`${page * 2 + 1}.uuid`)]
      await world.ok({ method: "DELETE", path: `${path}/samples_bulk/`, body: { uuids } })
      query = /<[^?]*(\?[^>]*)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? ""
    }
    assert.deepStrictEqual(
      read,
      body.map(({ name }) => name),
    )
  })

  it("refuses a cursor that is none", async () => {
    assert.strictEqual(
      (await world.call({ method: "GET", path: `${dataset}/samples/?cursor=abc` })).status,
      400,
    )
  })
})

describe("a filter", () => {
  it("takes part of a name, case-sensitive; a plus is a plus", async () => {
    assert.isTrue((await names("?name__contains=B")).every((name) => name.startsWith("B")))
    assert.strictEqual((await names("?name__contains=a+b")).length, 5)
    assert.strictEqual((await names("?name__contains=%F0%9F%9A%97")).length, 5)
  })

  it("takes metadata, all of it, and statuses, any of them", async () => {
    assert.strictEqual((await names("?filters=city:Gent")).length, 13)
    assert.strictEqual((await names("?filters=city:Gent,n:4")).length, 1)
    assert.strictEqual((await names("?label_status=LABELED,REVIEWED")).length, 6)
    assert.strictEqual((await names("?label_status=UNLABELED")).length, 19)
  })

  it("takes a search, beside the others and alone", async () => {
    assert.strictEqual((await names("?q=city%20%3D%20Gent%20and%20n%20in%20(4)")).length, 1)
    assert.strictEqual((await names("?q=status%20in%20(LABELED%2C%20reviewed)")).length, 6)
    assert.strictEqual((await names("?q=not%20city%20%3D%20Gent")).length, 12)
    assert.strictEqual((await names("?q=priority%20%3E%3D%202&priority__lte=2")).length, 6)
    assert.deepStrictEqual((await list("?q=")).list.length, 25)
  })

  it("takes bounds of priority, and people", async () => {
    assert.strictEqual((await names("?priority__gte=2&priority__lte=2")).length, 6)
    assert.deepStrictEqual(await names("?assigned_labeler=nobody-of-that-name"), [])
  })
})

describe("a filter of metadata", () => {
  const path = "/datasets/owner/texts"
  const found = async (filters: string) => {
    const query = `?filters=${encodeURIComponent(filters)}`
    const answer = await world.ok({ method: "GET", path: `${path}/samples/${query}` })
    return answer.list.map((_row, index) => answer.textAt(`${index}.name`))
  }

  beforeAll(async () => {
    await world.ok({
      method: "POST",
      path: "/user/datasets/",
      body: { name: "texts", category: "other", task_type: "vector" },
    })
    const metadata = {
      comma: { city: "Paris, FR" },
      plain: { city: "Paris" },
      gps: { "gps:lat": "1" },
      time: { at: "12:30:05" },
      path: { file: "C:\\a" },
      end: { file: "a\\" },
      both: { "a,b": "c:d", city: "Paris" },
    }
    for (const [name, values] of Object.entries(metadata))
      await world.ok({ method: "POST", path: `${path}/samples/`, body: { name, metadata: values } })
  })

  it.each([
    ["city:Paris\\, FR", ["comma"]],
    ["city:Paris", ["both", "plain"]],
    ["gps:lat:1", ["gps"]],
    ["gps\\:lat:1", ["gps"]],
    ["gps:lat\\:1", []],
    ["at:12:30:05", ["time"]],
    ["at:12\\:30\\:05", ["time"]],
    ["file:C:\\\\a", ["path"]],
    ["file:C:\\a", ["path"]],
    ["file:a\\", ["end"]],
    ["a\\,b:c\\:d,city:Paris", ["both"]],
    ["a\\,b:c:d", ["both"]],
  ])("%s finds %s", async (filters, expected) => {
    assert.deepStrictEqual(await found(filters), expected)
  })
})

describe("what clients in the field send", () => {
  it.each([
    "?per_page=desc",
    "?sort=-None",
    "?sort=updated_at",
    "?labelset=owner/cars",
    "?filters=UNLABELED",
    "?filters=labeled",
    "?page=&per_page=&count=&priority__gte=",
    "?assigned_labeler=&assigned_reviewer=",
    "?name__contains=&filters=&label_status=",
  ])("%s is answered as if it had not been sent", async (query) => {
    const answer = await list(query)
    assert.deepStrictEqual(answer.list.length, 25)
    assert.strictEqual(answer.text, (await list("")).text)
  })

  it.each([
    ["page", "?page=0"],
    ["per_page", "?per_page=-3"],
    ["per_page", "?per_page=many"],
    ["count", "?count=perhaps"],
    ["include_full_label", "?include_full_label=perhaps"],
    ["priority__gte", "?priority__gte=high"],
    ["priority__lte", "?priority__lte=1e999"],
    ["priority__lte", "?priority__lte=0x10"],
    ["priority__lte", "?priority__lte=0b11"],
    ["page", "?page=0o7"],
    ["label_status", "?label_status=LABELLED"],
    ["label_status", "?label_status=LABELED,,REVIEWED"],
    ["filters", "?filters=city"],
    ["filters", "?filters=city:Gent,UNLABELED"],
    ["filters", "?filters=city:Gent,"],
    ["filters", "?filters=:Gent"],
    ["filters", "?filters=city%5C:Gent"],
    ["name__contains", "?name__contains=%f0%28"],
    ["q", "?q=city"],
    ["q", "?q=metadata.town%20%3D%20Gent"],
    ["q", "?q=priority%20%3D%20high"],
    ["q", `?q=${"x".repeat(1001)}`],
  ])("%s that cannot be understood is refused by its name: %s", async (name, query) => {
    const answer = await world.call({ method: "GET", path: `${dataset}/samples/${query}` })
    assert.deepStrictEqual([answer.status, answer.at("errors.0.pointer")], [400, `/${name}`], answer.text)
  })

  it.each(["+5", "%2B5", "5.", "%205%20", "5e0"])("%s is the number five", async (five) => {
    assert.deepStrictEqual(await names(`?priority__gte=${five}`), await names("?priority__gte=5"))
    assert.strictEqual((await list(`?per_page=${five}`)).list.length, 5)
  })

  it("a number may begin with its point", async () => {
    assert.deepStrictEqual(await names("?priority__gte=.5"), await names("?priority__gte=0.5"))
  })

  it("a status in lower case is that status", async () => {
    assert.strictEqual((await names("?label_status=labeled, Reviewed")).length, 6)
  })

  it("a page larger than allowed is as large as allowed", async () => {
    assert.strictEqual((await list("?per_page=999999")).list.length, 25)
  })

  it("a second question mark begins another parameter", async () => {
    const uuid = (await list("?sort=created_at")).textAt("3.uuid")
    const answer = await world.ok({
      method: "GET",
      path: `/samples/${uuid}/?labelset=ground-truth?include_signed_urls=1`,
    })
    assert.strictEqual(answer.at("label.label_status"), "REVIEWED")
  })
})

describe("a change of many samples", () => {
  const change = (filters: object) =>
    world.call({
      method: "PATCH",
      path: `${dataset}/samples_bulk/`,
      body: { filters, set: { assigned_labeler: "labeler" } },
    })

  it.each([
    ["label_status", { label_status: "LABELD" }],
    ["label_status", { label_status: "LABELED,unlabeled" }],
    ["label_status", { label_status: "" }],
    ["filters", { filters: "UNLABELED" }],
    ["filters", { filters: "city:Gent,broken" }],
    ["status", { status: "LABELED" }],
  ])("is refused when its %s cannot be meant, and changes nothing", async (key, filters) => {
    const answer = await change(filters)
    assert.strictEqual(answer.status, 400, answer.text)
    assert.strictEqual(answer.at("errors.0.pointer"), `/filters/${key}`)
    assert.deepStrictEqual(await names("?assigned_labeler=labeler"), [])
  })

  it("takes the filters of the list", async () => {
    const filters = { label_status: "LABELED, REVIEWED", filters: "city:Gent", priority__lte: 3 }
    const query = "label_status=LABELED,REVIEWED&filters=city:Gent"
    const answer = await change(filters)
    assert.strictEqual(answer.at("updated_count"), (await names(`?${query}`)).length)
    assert.deepStrictEqual(await names("?assigned_labeler=LABELER"), await names(`?${query}`))
    assert.strictEqual(await change({}).then((all) => all.status), 200)
  })
})

describe("a row", () => {
  it("has only the fields asked for", async () => {
    const answer = await list("?fields=name,priority,&per_page=2")
    for (const row of answer.list) assert.hasAllKeys(row, ["name", "priority"])
    assert.include(answer.headers.get("link") ?? "", "fields=name%2Cpriority%2C")
  })

  it("does not have fields that a sample does not have", async () => {
    const answer = await list("?fields=name,nam,label.attributes&per_page=2")
    assert.lengthOf(answer.list, 2)
    for (const row of answer.list) assert.hasAllKeys(row, ["name"])
    assert.strictEqual((await list("?fields=nam")).list.length, 25)
  })

  it("shows a label short, whole, or not at all", async () => {
    assert.isUndefined((await list("?per_page=1")).at("0.label"))
    const short = await list("?label_status=REVIEWED&labelset=ground-truth&per_page=1")
    assert.hasAllKeys(short.at("0.label"), [
      "label_status",
      "score",
      "updated_at",
      "created_by",
      "reviewed_by",
    ])
    const whole = await list("?label_status=REVIEWED&labelset=ground-truth&include_full_label=1&per_page=1")
    assert.isDefined(whole.at("0.label.attributes.n"))
    assert.isNull((await list("?label_status=UNLABELED&labelset=ground-truth&per_page=1")).at("0.label"))
  })
})

describe("a dataset called issues", () => {
  it("is found all the same, though samples have an address of that form", async () => {
    const body = { name: "issues", category: "other", task_type: "vector" }
    await world.ok({ method: "POST", path: "/user/datasets/", body })
    const answer = await world.ok({ method: "GET", path: "/datasets/owner/issues/" })
    assert.strictEqual(answer.at("full_name"), "owner/issues")
    await world.ok({ method: "DELETE", path: "/datasets/owner/issues/" })
    assert.strictEqual((await world.call({ method: "GET", path: "/datasets/owner/issues/" })).status, 404)
  })
})
