/** Shapely, pycocotools and a slicing by area in Python measure the same shapes. */
import { assert, describe, it } from "vitest"
import { traceMajority } from "../../../src/agreement/merge/traceMajority.ts"
import {
  computeBoxesIntersection,
  computeOks,
  computePolylineDistance,
  computeRegionIntersection,
  computeVolume,
  countOverlaps,
  encodeIds,
  type Joint,
  makeBoxesBuilder,
  makeRegion,
  readMaskRuns,
} from "../../../src/agreement.ts"
import { makeList, makeNormal, makeRandom } from "../random.ts"
import { compute, findLargestDifference, reportDifference } from "./programs.ts"

type Ring = ReadonlyArray<readonly [number, number]>

/** A ring around a center without crossings: its corners are in the order of their angles. */
const makeStar = (random: () => number, x: number, y: number, from: number, to: number): Ring => {
  const corners = 3 + Math.floor(random() * 20)
  return makeList(corners, (index) => {
    const angle = (2 * Math.PI * (index + 0.8 * random())) / corners
    const radius = from + (to - from) * random()
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })
}

/** A polygon with a hole and a part beside it; some at the coordinates of maps, some on whole numbers, so that edges coincide. */
const makePolygons = (random: () => number, index: number) => {
  const [x, y] = index % 3 === 0 ? [5_000_000 + 30 * random(), 4_649_776 + 30 * random()] : [50, 50]
  const round = (ring: Ring): Ring =>
    index % 3 === 1 ? ring.map(([u, v]) => [Math.round(u), Math.round(v)] as const) : ring
  const outer = round(makeStar(random, x, y, 20, 40))
  const hole = round(makeStar(random, x, y, 2, 6))
  return index % 2 === 0 ? [[outer, hole]] : [[outer], [round(makeStar(random, x + 100, y, 5, 20))]]
}

const shapelyAreas = `
from shapely.geometry import Polygon, MultiPolygon
found = []
for pair in data:
    a, b = (MultiPolygon([Polygon(rings[0], rings[1:]) for rings in polygons]) for polygons in pair)
    if not (a.is_valid and b.is_valid):
        found.append(None)
        continue
    common = a.intersection(b).area
    found.append([a.area, common, common / (a.area + b.area - common)])
print(json.dumps(found))
`

/** Areas of slices between all heights at which they bend; an integral of parabolas is exact. */
const slicedVolumes = `
import numpy as np, itertools, shapely
signs = np.array(list(itertools.product([-1, 1], repeat=3)), float)
edges = [(i, j) for i in range(8) for j in range(i) if (signs[i] != signs[j]).sum() == 1]
def matrix(turn):
    if not isinstance(turn, list):
        c, s = np.cos(turn), np.sin(turn)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    x, y, z, w = np.array(turn) / np.linalg.norm(turn)
    return np.array([[1-2*(y*y+z*z), 2*(x*y-z*w), 2*(x*z+y*w)], [2*(x*y+z*w), 1-2*(x*x+z*z), 2*(y*z-x*w)], [2*(x*z-y*w), 2*(y*z+x*w), 1-2*(x*x+y*y)]])
def slices(corners, heights):
    # The points in which the edges pass each height, with the number of the slice.
    a, b = corners[[i for i, _ in edges]], corners[[j for _, j in edges]]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (heights[:, None] - a[:, 2]) / (b[:, 2] - a[:, 2])
    slice, edge = np.nonzero((share >= 0) & (share <= 1))
    return (a[edge] + (b[edge] - a[edge]) * share[slice, edge][:, None])[:, :2], slice
def crossings(corners, center, axes, half):
    # Heights at which an edge of the one passes through a face of the other.
    local = (corners - center) @ axes
    found = []
    for i, j in edges:
        for axis in range(3):
            for side in (-half[axis], half[axis]):
                u, v = local[i, axis] - side, local[j, axis] - side
                if u * v < 0:
                    found.append(corners[i, 2] + (corners[j, 2] - corners[i, 2]) * u / (u - v))
    return found
parts, weights, owners, volumes, count = ([], [], [], []), [], [], [], 0
for pair, (a, b) in enumerate(data):
    ca, cb = np.zeros(3), np.array(b["position"]) - np.array(a["position"])
    ha, hb = np.array(a["dimensions"]) / 2, np.array(b["dimensions"]) / 2
    ra, rb = matrix(a["turn"]), matrix(b["turn"])
    pa, pb = (signs * ha) @ ra.T + ca, (signs * hb) @ rb.T + cb
    volumes.append([np.prod(2 * ha), np.prod(2 * hb)])
    heights = np.unique(np.concatenate([pa[:, 2], pb[:, 2], crossings(pa, cb, rb, hb), crossings(pb, ca, ra, ha)]))
    low, high = max(pa[:, 2].min(), pb[:, 2].min()), min(pa[:, 2].max(), pb[:, 2].max())
    heights = heights[(heights >= low) & (heights <= high)]
    start, end = heights[:-1], heights[1:]
    keep = end - start > 1e-13
    start, end = start[keep], end[keep]
    # Gauss and Legendre with three points, exact up to the fifth degree: no slice lies on a bend.
    for node, weight in ((-np.sqrt(0.6), 5 / 18), (0.0, 8 / 18), (np.sqrt(0.6), 5 / 18)):
        z = (start + end) / 2 + (end - start) / 2 * node
        for corners, points, numbers in ((pa, parts[0], parts[1]), (pb, parts[2], parts[3])):
            place, number = slices(corners, z)
            points.append(place); numbers.append(number + count)
        weights.append(weight * (end - start)); owners.append(np.full(len(z), pair)); count += len(z)
def hulls(points, numbers):
    numbers = np.concatenate(numbers)
    order = np.argsort(numbers, kind="stable")
    return shapely.convex_hull(shapely.multipoints(np.concatenate(points)[order], indices=numbers[order]))
first, second = hulls(parts[0], parts[1]), hulls(parts[2], parts[3])
# The intersection of polygons that touch may be the whole of one (findings/shapely-touching-rectangles.sh).
areas = np.where(shapely.touches(first, second), 0, shapely.area(shapely.intersection(first, second)))
common = np.zeros(len(data))
np.add.at(common, np.concatenate(owners), np.concatenate(weights) * areas)
volumes = np.array(volumes).sum(axis=1)
results = (common / (volumes - common)).tolist()
print(json.dumps(results))
`

const masksAndKeypoints = `
import numpy as np
from pycocotools import mask
ious = []
for height, width, a, b in data["masks"]:
    encode = lambda bits: mask.encode(np.asfortranarray(np.array(bits, np.uint8).reshape((height, width), order="F")))
    ious.append(float(mask.iou([encode(a)], [encode(b)], [0])[0, 0]))
import contextlib, io
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
found = []
for truth, other, area, sigmas in data["keypoints"]:
    truths, others = COCO(), COCO()
    with contextlib.redirect_stdout(io.StringIO()):
        shared = {"images": [{"id": 1}], "categories": [{"id": 1}]}
        base = {"id": 1, "image_id": 1, "category_id": 1, "area": area, "iscrowd": 0, "bbox": [0, 0, 1, 1]}
        truths.dataset = {**shared, "annotations": [{**base, "keypoints": truth, "num_keypoints": 1}]}
        others.dataset = {**shared, "annotations": [{**base, "keypoints": other, "score": 1.0}]}
        truths.createIndex(); others.createIndex()
        evaluator = COCOeval(truths, others, "keypoints")
        evaluator.params.kpt_oks_sigmas = np.array(sigmas)
        evaluator._prepare()
        found.append(float(evaluator.computeOks(1, 1)[0][0]))
print(json.dumps({"ious": ious, "oks": found}))
`

const chamferDistances = `
import shapely
found = []
for a, b in data:
    a, b = shapely.LineString(a), shapely.LineString(b)
    def mean(p, q):
        steps = [i / 99 for i in range(100)]
        return sum(q.distance(p.interpolate(step, normalized=True)) for step in steps) / 100
    found.append((mean(a, b) + mean(b, a)) / 2)
print(json.dumps(found))
`

const shapelyMajority = `
from itertools import combinations
from shapely import unary_union
from shapely.geometry import Polygon, MultiPolygon
def read(polygons):
    return MultiPolygon([Polygon(rings[0], rings[1:]) for rings in polygons])
found = []
for members, traced in data:
    shapes = [read(polygons) for polygons in members]
    if not all(shape.is_valid for shape in shapes):
        found.append(None)
        continue
    most = unary_union([a.intersection(b) for a, b in combinations(shapes, 2)])
    # A ring that touches itself, or a hole that touches its ring, is no valid polygon there.
    found.append([most.area, read(traced).buffer(0).symmetric_difference(most).area])
print(json.dumps(found))
`

/** A place in the coordinates of a map, in meters. */
const utm = [5_000_000, 4_649_776, 120]

describe("geometry", () => {
  it("has the area that most of three polygons cover, as shapely does", {
    timeout: 1_200_000,
  }, async (context) => {
    const random = makeRandom(11)
    const cases = makeList(2000, (index) => {
      const members = makeList(3, () => makePolygons(random, index))
      return [members, traceMajority(members.map((polygons) => ({ polygons, weight: 1 }))) ?? []] as const
    })
    const found = await compute<ReadonlyArray<readonly [number, number] | null>>(
      shapelyMajority,
      cases,
      context,
    )
    const valid = found.flatMap((areas) => areas ?? [])
    assert.isAbove(valid.length, 2000)
    const shares = found.flatMap((areas) => (areas === null ? [] : [areas[1] / Math.max(1, areas[0])]))
    assert.isAtMost(reportDifference("area of most, shapely", Math.max(...shares)), 1e-6)
  })

  it("has the areas of shapely: polygons with holes and parts", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(1)
    const pairs = makeList(3000, (index) => {
      const first = makePolygons(random, index)
      const second = makePolygons(random, index)
      return [first, second] as const
    })
    const expected = await compute<ReadonlyArray<ReadonlyArray<number> | null>>(shapelyAreas, pairs, context)
    const valid = expected.flatMap((values, index) => (values === null ? [] : [{ values, index }]))
    assert.isAbove(valid.length, 1500)
    const ours = valid.flatMap(({ index }) => {
      const [first = [], second = []] = pairs[index] ?? []
      const [a, b] = [makeRegion(first), makeRegion(second)]
      const common = computeRegionIntersection(a, b)
      return [a.area, common, common / (a.area + b.area - common)]
    })
    const theirs = valid.flatMap(({ values }) => values)
    const isRatio = (_: number, index: number) => index % 3 === 2
    // At coordinates of maps, their own areas have the rounding of millions squared: only ratios near the origin are compared to 1e-9.
    const near = valid.map(({ index }) => index % 3 !== 0)
    const select = (values: ReadonlyArray<number>, isNear: boolean) =>
      values.filter(isRatio).filter((_, index) => near[index] === isNear)
    const nearDifference = findLargestDifference(select(ours, true), select(theirs, true))
    assert.isAtMost(reportDifference("IoU of polygons, shapely", nearDifference), 1e-9)
    const farDifference = findLargestDifference(select(ours, false), select(theirs, false))
    assert.isAtMost(reportDifference("IoU of polygons at UTM coordinates, shapely", farDifference), 1e-9)
  })

  it("has the volumes of slices: 10 000 pairs of cuboids by yaw and by quaternion", {
    timeout: 1_200_000,
  }, async (context) => {
    const random = makeRandom(2)
    const makeTurn = (kind: number): number | ReadonlyArray<number> =>
      kind === 0 ? 7 * random() - 3.5 : makeList(4, () => random() - 0.5)
    const pairs = makeList(10_000, (index) => {
      const place = index % 2 === 0 ? utm : [0, 0, 0]
      const kind = index % 3
      const makeBox = () => ({
        position: place.map((value) => value + 3 * (random() - 0.5)),
        dimensions: makeList(3, () => 0.3 + 4 * random()),
        turn: makeTurn(kind),
      })
      const a = makeBox()
      // Of a tenth, the second box is the first one, moved along an edge: they touch, share faces, or are equal. Half of them are turned.
      if (index % 10 !== 9) return [a, makeBox()] as const
      const yaw = index % 20 === 9 ? 0 : 7 * random() - 3.5
      const first = {
        ...a,
        position: a.position.map((value, axis) => value + (utm[axis] ?? 0) * (index % 40 < 20 ? 0 : 1)),
        turn: yaw,
      }
      const shift = ([0, 0.5, 1][index % 3] ?? 0) * (first.dimensions[0] ?? 0)
      const [x = 0, y = 0, z = 0] = first.position
      const position = [x + shift * Math.cos(yaw), y + shift * Math.sin(yaw), z]
      return [first, { ...first, position }] as const
    })
    const theirs = await compute<ReadonlyArray<number>>(slicedVolumes, pairs, context)
    const ours = pairs.map((pair) => {
      const builder = makeBoxesBuilder(2)
      for (const { dimensions, position, turn } of pair) {
        const toVector = ([x = 0, y = 0, z = 0]: ReadonlyArray<number>) => ({ x, y, z })
        if (typeof turn === "number") builder.addYaw(toVector(position), toVector(dimensions), turn)
        else {
          const [qx = 0, qy = 0, qz = 0, qw = 0] = turn
          builder.addRotation(toVector(position), toVector(dimensions), { qx, qy, qz, qw })
        }
      }
      const boxes = builder.build()
      const common = computeBoxesIntersection(boxes, 0, 1)
      return common / (computeVolume(boxes, 0) + computeVolume(boxes, 1) - common)
    })
    assert.isAbove(theirs.filter((iou) => iou > 0.01).length, 3000)
    assert.isAtMost(reportDifference("IoU of cuboids, slices", findLargestDifference(ours, theirs)), 1e-9)
  })

  it("has the IoU of masks and the OKS of pycocotools", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(3)
    const masks = makeList(500, () => {
      const [height, width] = [1 + Math.floor(20 * random()), 1 + Math.floor(20 * random())]
      const makeBits = () => {
        let bit = random() < 0.5 ? 1 : 0
        return makeList(height * width, () => {
          if (random() < 0.2) bit = 1 - bit
          return bit
        })
      }
      const [a, b] = [makeBits(), makeBits()]
      return [height, width, a.includes(1) ? a : a.map(() => 1), b] as const
    })
    const keypoints = makeList(500, () => {
      const count = 1 + Math.floor(16 * random())
      const makeJoints = () =>
        makeList(count, () => [100 * random(), 100 * random(), Math.floor(3 * random())]).flat()
      const truth = makeJoints()
      truth[2] = 2
      return [
        truth,
        makeJoints(),
        100 + 5000 * random(),
        makeList(count, () => 0.02 + 0.1 * random()),
      ] as const
    })
    const theirs = await compute<{
      readonly ious: ReadonlyArray<number>
      readonly oks: ReadonlyArray<number>
    }>(masksAndKeypoints, { masks, keypoints }, context)
    const ious = masks.map(([, , a, b]) => {
      const { countCommon, sizesA, sizesB } = countOverlaps(encodeIds(a), encodeIds(b))
      const common = countCommon(1, 1)
      return common / ((sizesA.get(1) ?? 0) + (sizesB.get(1) ?? 0) - common)
    })
    assert.isAtMost(
      reportDifference("IoU of masks, pycocotools", findLargestDifference(ious, theirs.ious)),
      0,
    )
    // Every detection places all joints, whatever their visibility.
    const toJoints = (numbers: ReadonlyArray<number>, isTruth: boolean): ReadonlyArray<Joint> =>
      makeList(numbers.length / 3, (index) => ({
        name: String(index),
        x: numbers[3 * index] ?? 0,
        y: numbers[3 * index + 1] ?? 0,
        visibility: isTruth && numbers[3 * index + 2] === 0 ? 0 : 2,
      }))
    const oks = keypoints.map(([truth, other, area, sigmas]) =>
      computeOks(toJoints(truth, true), toJoints(other, false), area, (name) => sigmas[Number(name)] ?? 0),
    )
    assert.isAtMost(reportDifference("OKS, pycocotools", findLargestDifference(oks, theirs.oks)), 1e-12)
    assert.strictEqual(countOverlaps(readMaskRuns([0, 2]), readMaskRuns([0, 2])).countCommon(1, 1), 2)
  })

  it("has the Chamfer distances of shapely's lines", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(4)
    const normal = makeNormal(random)
    const makeLine = () =>
      makeList(2 + Math.floor(8 * random()), (index) => [10 * index + normal(), 5 * normal()])
    const pairs = makeList(200, () => [makeLine(), makeLine()] as const)
    const theirs = await compute<ReadonlyArray<number>>(chamferDistances, pairs, context)
    const ours = pairs.map(([a, b]) => computePolylineDistance(a, b))
    assert.isAtMost(reportDifference("Chamfer distance, shapely", findLargestDifference(ours, theirs)), 1e-9)
  })
})
