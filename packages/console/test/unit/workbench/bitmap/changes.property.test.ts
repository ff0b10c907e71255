import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findChanges, findShadedChanges } from "../../../../src/workbench/documents/bitmap/changes.ts"
import { MaskChannel } from "../../../../src/workbench/documents/bitmap/MaskChannel.ts"
import { MaskComparison } from "../../../../src/workbench/documents/bitmap/MaskComparison.ts"
import { MaskHost } from "../../../../src/workbench/documents/bitmap/MaskHost.ts"
import { encodeMaskPng } from "../../../../src/workbench/documents/bitmap/png.ts"
import type { FromWorker, MaskSource } from "../../../../src/workbench/documents/bitmap/protocol.ts"
import { type Shading, shadeTile } from "../../../../src/workbench/documents/bitmap/shade.ts"
import { TileMask } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import { idsOf, maskWith, operations, size } from "./naive.ts"

const masks = fc.array(operations, { maxLength: 4 }).map(maskWith)
const shading: Shading = { colors: new Map([[1, 0x1234]]), selected: new Set(), hidden: new Set() }
const whole = { x: 0, y: 0, ...size }

describe("the changes between two bitmaps", () => {
  it("are those that a comparison of all pixels counts", () => {
    fc.assert(
      fc.property(masks, masks, (before, after) => {
        const [was, is] = [idsOf(before), idsOf(after)]
        const count = (differs: (from: number, to: number) => boolean) =>
          is.filter((to, index) => differs(was[index] ?? 0, to)).length
        expect(findChanges(before, after)).toEqual({
          added: count((from, to) => from === 0 && to !== 0),
          removed: count((from, to) => from !== 0 && to === 0),
          changed: count((from, to) => from !== 0 && to !== 0 && from !== to),
        })
      }),
    )
  })

  it("are drawn in colors of their own, over what is as it was, which is fainter", () => {
    fc.assert(
      fc.property(masks, masks, (before, after) => {
        const drawn = new Uint32Array(findShadedChanges(before, after, whole, shading).buffer)
        const plain = new Uint32Array(shadeTile(after, whole, shading).buffer)
        const [was, is] = [idsOf(before), idsOf(after)]
        const wrong = [...drawn.keys()].filter((index) => {
          const [from = 0, to = 0, word = 0, usual = 0] = [was[index], is[index], drawn[index], plain[index]]
          if (from === to)
            return word % 0x1000000 !== usual % 0x1000000 || word >>> 24 !== Math.round((usual >>> 24) / 3)
          return word !== (from === 0 ? 0xe67cdb69 : to === 0 ? 0xe66b6bff : 0xe6ffffff)
        })
        expect(wrong).toEqual([])
      }),
    )
  })
})

describe("the bitmap in its worker", () => {
  const square = (width: number, height: number): TileMask => {
    const mask = new TileMask(width, height)
    mask.getPixels(0)[0] = 7
    return mask
  }
  const hostOf = (source: MaskSource) => {
    const said: Array<FromWorker> = []
    const drawn: Array<ReadonlyArray<number>> = []
    const host = new MaskHost((message) => said.push(message), {
      draw: (_, tiles) => drawn.push([...tiles]),
    })
    host.handle({ kind: "open", source })
    const compare = (file: TileMask | undefined) => {
      const before = { file: file === undefined ? undefined : encodeMaskPng(file).buffer }
      host.handle({ kind: "question", request: 1, question: { kind: "compare", before } })
      return said.at(-1)
    }
    return { compare, drawn, host, said }
  }

  it("compares itself with a file, and with an empty bitmap where there is none, until it is told to end", () => {
    const { compare, drawn, host, said } = hostOf({ kind: "empty", size: { width: 300, height: 10 } })
    expect(compare(undefined)).toMatchObject({ answer: { added: 0, removed: 0, changed: 0 } })
    expect(compare(square(300, 10))).toMatchObject({ answer: { added: 0, removed: 1, changed: 0 } })
    expect(drawn).toEqual([
      [0, 1],
      [0, 1],
    ])
    host.handle({
      kind: "fill",
      at: [5, 5],
      paint: { id: 3, keeps: new Set(), only: undefined },
      revision: 1,
    })
    host.handle({ kind: "question", request: 2, question: { kind: "changes" } })
    expect(said.at(-1)).toMatchObject({ answer: { added: 2999, removed: 0, changed: 1 } })
    host.handle({ kind: "alone" })
    expect(host.before).toBeUndefined()
    host.handle({ kind: "question", request: 3, question: { kind: "changes" } })
    expect(said.at(-1)).toEqual({ kind: "answer", request: 3, answer: undefined })
  })

  it("refuses to compare itself with a file of another size, and stays as it is", () => {
    const { compare, host, said } = hostOf({ kind: "empty", size: { width: 300, height: 10 } })
    expect(compare(square(10, 300))).toEqual({
      kind: "failed",
      request: 1,
      reason: "It has 10 × 300 pixels instead of 300 × 10.",
    })
    expect(host.before).toBeUndefined()
    host.handle({ kind: "question", request: 2, question: { kind: "idAt", at: [0, 0] } })
    expect(said.at(-1)).toEqual({ kind: "answer", request: 2, answer: 0 })
  })
})

describe("a comparison", () => {
  it("that is ended while its file is loaded does not begin", async () => {
    const sent: Array<string> = []
    const channel = new MaskChannel(
      () => ({ post: ({ kind }) => sent.push(kind), close: () => {} }),
      0,
      () => {},
    )
    let loaded: (file: ArrayBuffer) => void = () => {}
    const comparison = new MaskComparison(channel, () => new Promise((resolve) => (loaded = resolve)))
    const begun = comparison.begin("/assets/before.png")
    comparison.end()
    loaded(new ArrayBuffer(0))
    expect(await begun).toBeUndefined()
    expect(sent).toEqual(["alone"])
  })
})
