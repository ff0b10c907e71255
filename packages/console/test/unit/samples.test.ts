import { assert, describe, it } from "vitest"
import { parseNumber, pickFilters } from "../../src/pages/samples/filters.ts"
import { sampleRow } from "../../src/pages/samples/sampleRow.ts"
import { countFromStatistics, isFiltered, sampleSearch } from "../../src/pages/samples/search.ts"
import { listThumbnailAddresses } from "../../src/pages/samples/Thumbnail.tsx"
import { readView } from "../../src/pages/samples/view.ts"
import { parse } from "../../src/workbench/editor/json/parse.ts"
import { isObject } from "../../src/workbench/editor/json/value.ts"

describe("the search parameters of the samples page", () => {
  it("become filters of the API", () => {
    const search = sampleSearch({
      name: 12,
      status: ["LABELED", "UNLABELED", "nonsense"],
      labeler: "lena",
      min: 0,
      max: "7",
      meta: "city:Ulm,at:1",
      overlap: ["decided", "gold", "labeling"],
      sort: "-priority",
      part: 2,
    })
    assert.deepStrictEqual(pickFilters(search), {
      name__contains: "12",
      filters: "city:Ulm,at:1",
      label_status: "UNLABELED,LABELED",
      assigned_labeler: "lena",
      priority__gte: 0,
      overlap_state: "labeling,decided",
    })
    assert.strictEqual(search.sort, "-priority")
    assert.strictEqual(search.part, 2)
  })

  it("leave out what the API would ignore", () => {
    const search = sampleSearch({
      meta: "city",
      sort: "size",
      part: 1,
      status: "DONE",
      overlap: "gold",
      min: Number.NaN,
    })
    assert.deepStrictEqual(search, {})
    assert.isFalse(isFiltered(search))
  })
})

describe("the number of samples", () => {
  const stats = {
    LABELED: 5,
    LABELING_IN_PROGRESS: 0,
    PRELABELED: 1,
    REJECTED: 2,
    REVIEWED: 0,
    REVIEWING_IN_PROGRESS: 0,
    SKIPPED: 0,
    TOTAL: 1_000_000,
    UNLABELED: 999_992,
    VERIFIED: 0,
  }

  it("comes from the statistics without filters and by status", () => {
    assert.strictEqual(countFromStatistics({ sort: "name" }, stats), 1_000_000)
    assert.strictEqual(countFromStatistics({ status: ["LABELED", "REJECTED"] }, stats), 7)
  })

  it("must be counted for other filters", () => {
    assert.isUndefined(countFromStatistics({ status: ["LABELED"], name: "a" }, stats))
  })
})

describe("a number that somebody writes", () => {
  it.each([
    ["2", 2],
    ["-0.5", -0.5],
    ["+0,5", 0.5],
    ["0x10", undefined],
    ["1e9", undefined],
    ["1.000,5", undefined],
    ["", undefined],
    ["9".repeat(400), undefined],
  ])("%s is %s", (text, number) => {
    assert.strictEqual(parseNumber(text), number)
  })
})

describe("the view", () => {
  it("is the stored one, and a table where nothing is stored that this page knows", () => {
    assert.deepStrictEqual(readView({ view: "grid", size: "large" }), { view: "grid", size: "large" })
    for (const stored of [undefined, null, "grid", { view: "map", size: 7 }])
      assert.deepStrictEqual(readView(stored), { view: "table", size: "medium" })
  })
})

describe("a row", () => {
  it("keeps the digits of metadata", () => {
    const text = `{"uuid":"u","name":"n","priority":2,"metadata":{"at": 1700000000123456789},"label":null}`
    const sample = parse(text)
    const row = sampleRow(isObject(sample) ? sample : {})
    assert.strictEqual(row.metadata, `{"at": 1700000000123456789}`)
    assert.strictEqual(row.status, "UNLABELED")
  })

  it("has a picture only at an address that a picture can have", () => {
    const rowOf = (url: string) => sampleRow({ attributes: { image: { url } } })
    assert.isUndefined(rowOf("javascript:alert(1)").image)
    assert.strictEqual(rowOf("/assets/1/a.png").image, "/assets/1/a.png")
  })

  it("shows a small copy of a file that the server keeps, and of others the picture itself", () => {
    const asset = `/assets/${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}/${"a".repeat(32)}.png`
    const listOf = (image: object) =>
      listThumbnailAddresses(sampleRow({ uuid: "u", attributes: { image: { ...image } } }), "/labels")
    const copy = "/labels/samples/u/thumbnail/?size=96"
    assert.deepStrictEqual(listOf({ url: asset }), [copy, asset])
    const signed = "https://storage.example/a.png?x-amz-signature=1"
    assert.deepStrictEqual(listOf({ url: "s3://cars/a.png", signed_url: signed }), [copy, signed])
    assert.deepStrictEqual(listOf({ url: "https://images.example/a.png" }), ["https://images.example/a.png"])
    assert.deepStrictEqual(listThumbnailAddresses(sampleRow({ uuid: "u" }), ""), [])
  })
})
