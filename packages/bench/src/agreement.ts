/** Agreement between labels: against kalphacv and scipy from PyPI, in seconds of a processor. */
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import {
  compareLabels,
  makeRandom,
  matchPairs,
  measureAgreement,
  type PersonLabel,
  type SampleAgreement,
} from "@annotary/core/agreement"
import { configuration, makeImages, people, toCoco, toLabels } from "./harness/agreementImages.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import {
  computeAlphasByKalphacv,
  installKalphacv,
  matchByScipy,
  measureMemoryOfKalphacv,
  version,
} from "./peers/kalphacv.ts"

export const runBenchmark: Benchmark = async (stage) => {
  try {
    await installKalphacv()
  } catch (error) {
    const [reason] = String(error).split("\n")
    stage.print(`agreement skipped: kalphacv ${version} from PyPI cannot be installed. ${reason}`)
    return
  }
  await compareFigures(stage)
  await compareMemory(stage)
  await compareTracks(stage)
  for (const size of [5, 10, 20, 40, 80]) await compareMatching(stage, size)
}

/** Seconds of user and system time of this process. */
const measureOwnCpu = (work: () => void): number => {
  const begun = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(begun)
  return (user + system) / 1e6
}

/**
 * One after another, as a server does. V8 would allocate what is kept of all samples where old objects are, and go on with it in the figures that
 * follow: an image took 42 instead of 26 µs there.
 */
function* compareEach(samples: ReadonlyArray<ReadonlyArray<PersonLabel>>): Generator<SampleAgreement> {
  for (const sample of samples) yield compareLabels(configuration, sample)
}

/** All figures of 10 000 images, with their limits. The peer computes one of them, of a tenth of the images. */
const compareFigures = async (stage: Stage): Promise<void> => {
  const images = [...makeImages(10_000)]
  const share = images.slice(0, 1000)
  const file = join(stage.folder, "coco.json")
  writeFileSync(file, JSON.stringify(toCoco(share)))
  const labels = images.map(toLabels)
  const measure = (): number =>
    measureOwnCpu(() => {
      measureAgreement(compareEach(labels), { seed: 1 })
    })
  await stage.compare({
    metric: `all figures of 10000 images, 3 people, 10 boxes (s of a processor); peer: kalphacv ${version}, object alpha alone, 10 times 1000 images`,
    target: { of: "ours", atMost: 5 },
    packages: ["@annotary/core"],
    ours: async () => measure(),
    peer: async () => 10 * (await computeAlphasByKalphacv(file)),
  })
  await stage.compare({
    metric: `object alpha of images of 3 people with 10 boxes, over kalphacv ${version} (images per s of a processor)`,
    target: { of: "ratio", atLeast: 20 },
    packages: ["@annotary/core"],
    ours: async () => {
      let sum = 0
      const seconds = measureOwnCpu(() => {
        for (const sample of labels) sum += compareLabels(configuration, sample).objectAlpha
      })
      if (Number.isNaN(sum)) throw new Error("An image has no alpha.")
      return labels.length / seconds
    },
    peer: async () => share.length / (await computeAlphasByKalphacv(file)),
  })
}

/** The labels are read one after another, as from a storage; kalphacv reads all of its file. */
const compareMemory = async (stage: Stage): Promise<void> => {
  const file = join(stage.folder, "coco.json")
  await stage.compare({
    metric: `memory of a process that computes all figures of 10000 images, 3 people, 10 boxes (MB); peer: kalphacv ${version}, object alpha of 1000 images`,
    target: { of: "ours", atMost: 200 },
    packages: ["@annotary/core"],
    ours: async () => {
      const program = fileURLToPath(new URL("./harness/agreementProcess.js", import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [program])
      return Number(stdout)
    },
    peer: async () => measureMemoryOfKalphacv(file),
  })
}

const frames = 1000
const cuboids = 80

const compareTracks = async (stage: Stage): Promise<void> => {
  const random = makeRandom(2)
  const tracks = Array.from({ length: cuboids }, () => ({
    x: 5_000_000 + 200 * random(),
    y: 4_649_776 + 200 * random(),
    yaw: 7 * random(),
    speed: random(),
  }))
  const labels = people.map((person) => ({
    person,
    label: {
      frames: Array.from({ length: frames }, (_, frame) => ({
        annotations: tracks.map(({ speed, x, y, yaw }, index) => ({
          id: index + 1,
          track_id: index + 1,
          category_id: 1 + (index % 3),
          type: "cuboid",
          position: { x: x + speed * frame + 0.3 * random(), y: y + 0.3 * random(), z: 1 },
          dimensions: { x: 4.5, y: 2, z: 1.6 },
          yaw: yaw + 0.05 * random(),
        })),
      })),
    },
  }))
  const texts = labels.map((label) => JSON.stringify(label))
  await stage.compare({
    metric: "1000 frames, 80 cuboids, 3 people (s of a processor); peer: JSON.parse of the labels",
    target: { of: "ours", atMost: 5 },
    packages: ["@annotary/core"],
    ours: async () => measureOwnCpu(() => void compareLabels(configuration, labels)),
    peer: async () => measureOwnCpu(() => texts.forEach((text) => void JSON.parse(text))),
  })
}

/** Similarities of boxes of two people in random order. */
const makeMatrix = (size: number, random: () => number): Float64Array => {
  const boxes = Array.from(
    { length: size },
    () => [1800 * random(), 900 * random(), 40 + 100 * random()] as const,
  )
  const others = boxes
    .map(([left, top, side]) => [left + 12 * random(), top + 12 * random(), side] as const)
    .sort(() => random() - 0.5)
  const measureOverlap = (a: number, b: number, p: number, q: number) =>
    Math.max(0, Math.min(a + p, b + q) - Math.max(a, b))
  return Float64Array.from(
    boxes.flatMap(([left, top, side]) =>
      others.map(([x, y, length]) => {
        const common = measureOverlap(left, x, side, length) * measureOverlap(top, y, side, length)
        return common / (side * side + length * length - common)
      }),
    ),
  )
}

const compareMatching = async (stage: Stage, size: number): Promise<void> => {
  const random = makeRandom(size)
  const matrices = Array.from({ length: 20 }, () => makeMatrix(size, random))
  const file = join(stage.folder, `matrices-${size}.json`)
  writeFileSync(file, JSON.stringify(matrices.map((matrix) => [size, [...matrix]])))
  const times = Math.max(1, Math.ceil(2_000_000 / (size * size * matrices.length)))
  const measure = (): number =>
    measureOwnCpu(() => {
      for (let time = 0; time < times; time++)
        for (const matrix of matrices) matchPairs(matrix, size, size, 0.5)
    }) /
    times /
    matrices.length
  await stage.compare({
    metric: `pairs of ${size} and ${size} boxes above a threshold, over scipy called from Python (matrices/s)`,
    target: { of: "ratio", atLeast: 5 },
    packages: ["@annotary/core"],
    ours: async () => 1 / measure(),
    peer: async () => 1 / (await matchByScipy(file)),
  })
}
