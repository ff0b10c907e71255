/** The pure parts of the webhook pages: filters in addresses, event types, forms, and text of others. */
import { assert, describe, it } from "vitest"
import { toShownState } from "../../src/pages/webhooks/DeliveryState.tsx"
import { findState } from "../../src/pages/webhooks/EndpointState.tsx"
import { listSelectedTypes, toSelectors } from "../../src/pages/webhooks/eventGroups.ts"
import { emptyForm, listHeadersToRepeat, toBody } from "../../src/pages/webhooks/formValues.ts"
import { formatIndented, readMemberText } from "../../src/pages/webhooks/jsonText.ts"
import { isFiltered, readDeliverySearch, toBulkFilters, toQuery } from "../../src/pages/webhooks/search.ts"
import { splitVisiblePieces } from "../../src/ui/visibleText.ts"

describe("the address of a list of deliveries", () => {
  it("keeps what it can mean, and leaves out the rest", () => {
    const search = readDeliverySearch({
      state: ["dead", "lost", "dead"],
      code: "5xx",
      event: ["label.updated", 7],
      from: "2026-11-20",
      to: "yesterday",
      dataset: "",
      sel: "01a1",
    })
    assert.deepStrictEqual(search, {
      state: ["dead"],
      event: ["label.updated"],
      code: ["5xx"],
      from: "2026-11-20",
      sel: "01a1",
    })
    assert.isTrue(isFiltered(search))
    assert.isFalse(isFiltered({ owner: "acme", sel: "01a1" }))
    const { since, ...query } = toQuery(search)
    assert.deepStrictEqual(query, { state: "dead", event_type: "label.updated", status: "5xx" })
    assert.strictEqual(since, new Date("2026-11-20T00:00:00").toISOString())
  })
})

describe("event types", () => {
  const types = ["sample.created", "sample.deleted", "label.updated"]

  it("become the shortest selectors, and come back from them", () => {
    assert.deepStrictEqual(toSelectors(["label.updated", ...types.slice(0, 2)], types), [
      "sample.*",
      "label.updated",
    ])
    assert.deepStrictEqual(listSelectedTypes(["sample.*", "label.updated"], types), types)
    assert.deepStrictEqual(toSelectors(["sample.created"], types), ["sample.created"])
  })
})

describe("the form of an endpoint", () => {
  const stored = { headers: { "x-a": "***", "x-b": "***" } } as never

  it("sends headers only when one of them was touched, and then demands all values", () => {
    const headers = [
      { name: "x-a", value: "" },
      { name: "x-b", value: "" },
    ]
    assert.notProperty(toBody({ ...emptyForm, headers }, stored), "headers")
    const touched = { ...emptyForm, headers: [{ name: "x-a", value: "new" }, ...headers.slice(1)] }
    assert.deepStrictEqual(listHeadersToRepeat(touched, stored), ["x-b"])
    const less = { ...emptyForm, headers: [{ name: "x-a", value: "new" }] }
    assert.deepStrictEqual(toBody(less, stored).headers, { "x-a": "new" })
    assert.deepStrictEqual(toBody(emptyForm, stored).headers, {})
    assert.deepStrictEqual(listHeadersToRepeat({ ...emptyForm, headers }, stored), [])
  })

  it("sends null for what is empty", () => {
    const body = toBody({ ...emptyForm, url: " https://example.com " })
    assert.deepInclude(body, { url: "https://example.com", datasets: null, rate_limit: null, version: null })
  })
})

describe("JSON as text", () => {
  const text = '{"a":{"payload":1},"payload":{"t":1700000000123456789,"s":"a,\\"}]","e":[],"n":[1,2]},"z":0}'

  it("gives a member as it was written, of the outermost object alone", () => {
    const payload = '{"t":1700000000123456789,"s":"a,\\"}]","e":[],"n":[1,2]}'
    assert.strictEqual(readMemberText(text, "payload"), payload)
    assert.strictEqual(readMemberText('{"b":2,"payload":"x"}', "payload"), '"x"')
    assert.isNull(readMemberText(text, "q"))
  })

  it("is broken into lines without a change of digits", () => {
    assert.strictEqual(
      formatIndented('{"t":1700000000123456789,"e":[],"n":[1,{}]}'),
      '{\n  "t": 1700000000123456789,\n  "e": [],\n  "n": [\n    1,\n    {}\n  ]\n}',
    )
  })
})

describe("text of others", () => {
  it("shows characters that cannot be seen by their codes", () => {
    const hidden = splitVisiblePieces("a\u202eb\u0000\nc\ud800\u200f").filter(({ isHidden }) => isHidden)
    assert.deepStrictEqual(
      hidden.map(({ text }) => text),
      ["U+202E", "U+0000", "U+D800", "U+200F"],
    )
    assert.deepStrictEqual(splitVisiblePieces("plain 😀\n"), [{ text: "plain 😀\n", isHidden: false }])
  })
})

describe("states", () => {
  it("tell a retry from a first attempt, and a pause from a failure", () => {
    assert.strictEqual(
      toShownState({ state: "pending", attempts_count: 1, next_attempt_at: null }),
      "retrying",
    )
    assert.strictEqual(
      toShownState({ state: "pending", attempts_count: 0, next_attempt_at: null }),
      "pending",
    )
    const endpoint = { enabled: true, disabled_reason: null, failing_since: "2026-11-20T00:00:00Z" }
    const paused = { ...endpoint, paused_until: "2026-11-20T02:00:00Z" }
    assert.strictEqual(findState(paused, Date.parse("2026-11-20T01:00:00Z")), "paused")
    assert.strictEqual(findState(paused, Date.parse("2026-11-20T03:00:00Z")), "failing")
    assert.strictEqual(findState({ ...paused, enabled: false, disabled_reason: "gone" }, 0), "gone")
  })
})

describe("a change of all deliveries that fit", () => {
  it("has the filters of the list as lists", () => {
    const search = readDeliverySearch({ state: ["dead"], event: ["label.updated"], code: ["5xx"], sel: "x" })
    assert.deepStrictEqual(toBulkFilters(search), {
      states: ["dead"],
      event_types: ["label.updated"],
      statuses: ["5xx"],
    })
    assert.deepStrictEqual(toBulkFilters({ owner: "acme" }), {})
  })
})
