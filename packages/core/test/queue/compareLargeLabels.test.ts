/** Large labels that are compared and merged in steps: the result is that of the whole labels. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { makeRandom } from "../../src/agreement.ts"
import { DatasetId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { runToEnd } from "../../src/domain/runToEnd.ts"
import {
  compareLargeLabelsInSteps,
  completeMergeInSteps,
  type LargeLabels,
  makeRefused,
  readLargeLabelsInSteps,
} from "../../src/queue/overlap/compareLargeLabels.ts"
import { compareOverlap } from "../../src/queue/overlap/compareOverlap.ts"
import { mergeOverlap } from "../../src/queue/overlap/mergeOverlap.ts"

const dataset = {
  id: DatasetId.make("00000000-0000-4000-8000-000000000001"),
  owner: Username.make("ann"),
  taskType: "multisensor-sequence",
  taskAttributes: castToJsonText(`{"categories":[{"id":1,"name":"car"},{"id":2,"name":"van"}]}`),
  settings: { overlapMatchThreshold: 0.5, overlapQuorum: null },
} as const

const compareBoth = (texts: ReadonlyArray<string>) => {
  const labels = texts.map((text) => ({ status: "LABELED" as const, attributes: castToJsonText(text) }))
  const request = {
    dataset,
    labels: labels.map(({ attributes }, index) => ({ person: "ABCDEFGHIJ"[index] ?? "", attributes })),
    compares: true,
    mergesFrom: 0,
  }
  const segments = runToEnd(readLargeLabelsInSteps(request))
  return {
    inSteps:
      typeof segments === "string"
        ? makeRefused(segments)
        : complete(segments, runToEnd(compareLargeLabelsInSteps(request, segments))),
    whole: { agreement: compareOverlap(dataset, labels), merge: mergeOverlap(dataset, labels) },
  }
}

const addStatus = (label: { readonly attributes: JsonText }) => ({ ...label, status: "LABELED" as const })

type Compared =
  ReturnType<typeof compareLargeLabelsInSteps> extends Generator<void, infer Result> ? Result : never

/** Without bitmaps, nothing has to be written. */
const complete = (segments: LargeLabels, { agreement, merge }: Compared) => ({
  agreement,
  merge:
    merge === null || "refusal" in merge ? merge : runToEnd(completeMergeInSteps(merge, segments, new Map())),
})

/** A list in one of the ways in which JSON may be written. */
const writeList = (random: () => number, ids: ReadonlyArray<number>): string => {
  const space = random() < 0.3 ? " " : ""
  return `[${space}${ids.map((id) => (random() < 0.01 ? `${id}.0` : String(id))).join(`,${space}`)}${space}]`
}

const makeLabel = (random: () => number, truth: ReadonlyArray<ReadonlyArray<number>>) => {
  const shift = Math.floor(random() * 30)
  const frames = truth.map((ids) => {
    const own = ids.map((id) => (random() < 0.1 ? Math.floor(random() * 5) : id))
    const annotations = [1, 2, 3, 4]
      .filter((id) => own.includes(id))
      .map((id) => ({ id: id + shift, category_id: 1 + Math.floor(random() * 1.2), track_id: id + shift }))
    const list = writeList(random, random() < 0.1 ? [] : own.map((id) => (id === 0 ? 0 : id + shift)))
    return `{"point_annotations":${list},"annotations":${JSON.stringify(annotations)}}`
  })
  if (random() < 0.3) return `{"frames":[${frames.join(",")}]}`
  const box = {
    id: 1,
    category_id: 1,
    track_id: 1,
    type: "bbox",
    points: [
      [0, 0],
      [9, 9],
    ],
  }
  return `{"sensors":[{"name":"top","task_type":"pointcloud-segmentation-sequence","attributes":{"frames":[${frames.join(",")}]}},
    {"name":"front","task_type":"image-vector-sequence","attributes":{"frames":[{"annotations":[${JSON.stringify(box)}]}]}}]}`
}

describe("labels of segmented clouds in steps", () => {
  it("have the agreement and the merged label that whole labels have, byte by byte", () =>
    checkProperty(
      FastCheck.property(FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
        const random = makeRandom(seed)
        const truth = Array.from({ length: 3 }, () =>
          Array.from({ length: 30 }, (_, point) => Math.floor(point / 6)),
        )
        const texts = Array.from({ length: 2 + Math.floor(random() * 3) }, () => makeLabel(random, truth))
        if (random() < 0.3) texts.push(texts[0] ?? "")
        const { inSteps, whole } = compareBoth(texts)
        assert.deepStrictEqual(inSteps, whole)
      }),
      400,
    ))

  it("are compared where they have a million points, which whole labels are too long for", () => {
    const makeCloud = (at: number) =>
      JSON.stringify({
        annotations: [{ id: 12, category_id: 1 }],
        point_annotations: Array.from({ length: 1_000_000 }, (_, point) => (point % 16 < at ? 12 : 0)),
      })
    const { inSteps, whole } = compareBoth([makeCloud(8), makeCloud(8), makeCloud(4)])
    assert.deepStrictEqual(whole, { agreement: null, merge: { refusal: "large" } })
    assert.closeTo(inSteps.agreement?.agreement ?? 0, (1 + 0.5 + 0.5) / 3, 1e-12)
    assert.strictEqual(inSteps.merge?.refusal === null ? inSteps.merge.attributes : undefined, makeCloud(8))
  })

  it("are refused where they have too many characters, or too many runs", () => {
    const makeNoise = (length: number, id: number) =>
      `{"annotations":[],"point_annotations":[${`${id},0,`.repeat(length)}0]}`
    for (const length of [1_500_000, 6_000_000]) {
      const texts = [makeNoise(length, 1), makeNoise(length, 2), makeNoise(length, 3)]
      assert.deepStrictEqual(compareBoth(texts).inSteps, {
        agreement: null,
        merge: { refusal: "large" },
      })
    }
  })
})

/** Frames of boxes, each of which meets this many of its neighbors in the next label. */
const makeFrames = (frames: number, boxes: number, { distance = 10, isTracked = true, note = "" } = {}) => {
  const annotations = Array.from({ length: boxes }, (_, index) => ({
    id: index + 1,
    ...(isTracked && { track_id: index + 1 }),
    category_id: 1,
    type: "bbox",
    points: [
      [index * distance, 0],
      [index * distance + 8, 8],
    ],
    attributes: { note },
  }))
  return JSON.stringify({ frames: Array.from({ length: frames }, () => ({ annotations })) })
}

describe("long sequences in steps", () => {
  const refused = makeRefused("large")

  it("are compared and merged where whole labels are too long, frame by frame", () => {
    const drive = makeFrames(200, 30, { note: "x".repeat(100) })
    const labels = [drive, drive].map((text, index) => ({
      person: "AB"[index] ?? "",
      attributes: castToJsonText(text),
    }))
    const request = { dataset, labels, compares: true, mergesFrom: 0 }
    assert.strictEqual(compareOverlap(dataset, labels.map(addStatus)), null)
    const read = runToEnd(readLargeLabelsInSteps(request))
    if (typeof read === "string") return assert.fail(read)
    const steps = compareLargeLabelsInSteps(request, read)
    let count = 0
    for (; ; count++) {
      const { done, value } = steps.next()
      if (done !== true) continue
      assert.strictEqual(value.agreement?.agreement, 1)
      assert.strictEqual(complete(read, { ...value }).merge?.refusal, null)
      break
    }
    // The estimate, the comparison, the candidates of the merge and the writing of the merged label go frame by frame.
    assert.isAtLeast(count, 4 * 200)
  })

  it("are refused where one label, or all, have too many characters", () => {
    const long = makeFrames(1, 2, { note: "x".repeat(2_100_000) })
    assert.deepStrictEqual(compareBoth([long, makeFrames(1, 2)]).inSteps, refused)
    const half = makeFrames(1, 2, { note: "x".repeat(1_900_000) })
    assert.deepStrictEqual(compareBoth([half, half, half, half, half]).inSteps, refused)
  })

  it("are refused where they have too many objects to store their comparison", () => {
    const loose = makeFrames(110, 100, { isTracked: false })
    assert.deepStrictEqual(compareBoth([loose, loose]).inSteps, refused)
  })

  it("are refused where the assignment of the objects of one frame, which is not divided, is too much work", () => {
    const crowded = makeFrames(1, 1000, { distance: 0 })
    assert.deepStrictEqual(compareBoth([crowded, crowded]).inSteps, refused)
  })

  it("are refused where one frame has too many pairs of objects, also when few of them meet", () => {
    const sparse = makeFrames(1, 9990, { isTracked: false })
    assert.deepStrictEqual(compareBoth([sparse, sparse, sparse]).inSteps, refused)
    const divided = makeFrames(4, 900)
    assert.strictEqual(compareBoth([divided, divided]).inSteps.agreement?.agreement, 1)
  })
})

/** Boxes in rows, each of which meets its neighbors, and those of the other labels at its place. */
const makeStill = (count: number, shift: number) =>
  JSON.stringify({
    annotations: Array.from({ length: count }, (_, index) => {
      const [left, top] = [8 * (index % 100) + shift, 8 * Math.floor(index / 100)]
      return {
        ...{ id: index + 1, category_id: 1, type: "bbox" },
        points: [
          [left, top],
          [left + 10, top + 10],
        ],
      }
    }),
  })

describe("stills of many objects in steps", () => {
  it("are compared and merged, though all objects are connected by neighbors that meet", () => {
    const texts = [makeStill(3000, 0), makeStill(3000, 1)]
    const { inSteps, whole } = compareBoth(texts)
    assert.deepStrictEqual(whole, { agreement: null, merge: { refusal: "large" } })
    // Boxes of 10 pixels that are one pixel apart have 90 of 110 pixels in common.
    assert.closeTo(inSteps.agreement?.agreement ?? 0, 9 / 11, 1e-9)
    assert.strictEqual(inSteps.merge?.refusal, null)
  })

  it("let other work run after each part of a comparison", () => {
    const request = {
      ...{ dataset, compares: true, mergesFrom: null },
      labels: [0, 1].map((shift) => ({
        person: "AB"[shift] ?? "",
        attributes: castToJsonText(makeStill(3000, shift)),
      })),
    }
    const read = runToEnd(readLargeLabelsInSteps(request))
    if (typeof read === "string") return assert.fail(read)
    const steps = compareLargeLabelsInSteps(request, read)
    let count = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1
    // Each object is read twice, estimated once, and compared with 3000 others.
    assert.isAtLeast(count, 3 * 3000)
  })
})
