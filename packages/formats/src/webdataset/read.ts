/** Reads shards: each image is a sample, whose label is in the files of its name beside it. */
import { Losses } from "../carry/Losses.ts"
import { toAnnotations } from "../drawn-images/DrawnImage.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import { PartReader } from "../files/PartReader.ts"
import {
  compareNaturally,
  getBaseName,
  getImageEnding,
  isImagePath,
  nameOfStem,
  stripEnding,
} from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { toMeasuredSize } from "../importing/unstatedSizes.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Scene } from "../model/Scene.ts"
import { findSetInPath, type SpelledSet, toSet } from "../model/sets.ts"
import { measurePicture } from "../pictures/measurePicture.ts"
import { classAttribute, readLabel } from "./labels.ts"
import { groupSamples, type ShardSample } from "./samples.ts"
import { isTar, type Member, openShards, type Shard } from "./shards.ts"

export const readWebDataset: Reader = {
  // A tar beside files of another format holds its images.
  isLast: true,
  detect: async (source) => source.paths.find(isTar) ?? (await findUnpacked(source)),
  read: async (source, context) => {
    const shards = await openShards(source)
    const grouped = shards.map(groupSamples)
    const samples = grouped.flatMap((own) => own.samples)
    checkLimit(source.limits, "rows", samples.length, ".", "the number of samples of the shards")
    if (samples.length === 0)
      throw new FormatError(shards[0]?.path ?? ".", "has no images with files of their names beside them.")
    for (const { place } of grouped.flatMap((own) => own.lone)) context.losses.add("unread", place)
    const dataset = await collectDataset(samples, source.limits)
    const images = samples.filter(({ shard }) => shard.isPacked).map(({ image }) => image)
    return {
      dataset,
      scenes: readScenes(samples, dataset, { ...context, limits: source.limits }),
      embedded: new Map(images.map(({ load, url }) => [url, load])),
    }
  },
}

/** An image with a file of its class beside it, or with one of metadata as img2dataset writes it. */
const findUnpacked = async (source: Source): Promise<string | undefined> => {
  const stems = new Set(source.paths.filter(isImagePath).map(stripEnding))
  const beside = source.paths.filter((path) => stems.has(stripEnding(path)))
  const cls = beside.find((path) => /\.cls$/i.test(path))
  const json = beside.find((path) => /\.json$/i.test(path))
  if (cls !== undefined || json === undefined) return cls
  const head = new TextDecoder().decode(await source.peek(json, 0, 4096))
  return /^\s*\{/.test(head) && ["key", "status", "sha256"].every((key) => head.includes(`"${key}":`))
    ? json
    : undefined
}

/** Fails where samples have labels and none of them can be read. */
const collectDataset = async (samples: ReadonlyArray<ShardSample>, limits: Limits): Promise<Dataset> => {
  const reading = { limits, losses: new Losses(), parts: new PartReader(null) }
  const [names, classes] = [new Set<string>(), new Set<string>()]
  for (const sample of samples) {
    const { attributes, boxes } = await readLabel(sample, reading)
    for (const { category } of boxes) names.add(category)
    const label = attributes[classAttribute]
    if (label !== undefined) classes.add(String(label))
  }
  reading.parts.checkAny()
  const made = makeDataset(
    "webdataset",
    names.size > 0 ? "bboxes" : "vector",
    [...names].sort(compareNaturally),
  )
  const values = [...classes].sort(compareNaturally)
  const definition = { name: classAttribute, input_type: "select", values }
  return { ...made, imageAttributes: values.length > 0 ? [definition] : [] }
}

/** The set that the name of a shard has, as in `imagenet-train-000012.tar`, or else its folder. */
const findShardSet = ({ isPacked, path }: Shard): SpelledSet | null => {
  const spelled = isPacked
    ? /(?:^|[^a-z])(train|training|val|valid|validation|test|testing)(?:[^a-z]|$)/i.exec(
        getBaseName(path),
      )?.[1]
    : undefined
  const split = spelled === undefined ? null : toSet(spelled)
  if (spelled !== undefined && split !== null) return { split, set: spelled }
  return findSetInPath(isPacked ? path : `${path}/`)
}

/** Keys that several shards of a set have begin with their shard. */
const listSharedKeys = (samples: ReadonlyArray<ShardSample>): ReadonlySet<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { key, shard } of samples) {
    const own = `${findShardSet(shard)?.split ?? ""}\0${key}`
    if (seen.has(own)) shared.add(own)
    seen.add(own)
  }
  return shared
}

async function* readScenes(
  samples: ReadonlyArray<ShardSample>,
  dataset: Dataset,
  { limits, losses, sizeOf }: ReadContext,
): AsyncGenerator<Scene> {
  const findId = makeCategoryIds(dataset)
  const reading = { limits, losses, parts: new PartReader(losses) }
  const shared = listSharedKeys(samples)
  for (const sample of samples) {
    const { image, key, shard } = sample
    const { attributes, boxes, fields, isLabeled, metadata } = await readLabel(sample, reading)
    const set = findShardSet(shard)
    const isShared = shared.has(`${set?.split ?? ""}\0${key}`)
    const own = isShared ? `${shard.folder}/${key}` : key
    const annotations = toAnnotations(boxes, (category) => findId(category, image.place))
    yield {
      ...emptyScene,
      ...set,
      name: nameOfStem(own),
      file: `${own}${getImageEnding(image.name)}`,
      kind: "image-vector",
      metadata,
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(isLabeled ? findPrediction(annotations) : { status: "UNLABELED" as const }),
      frames: [
        {
          ...emptyFrame,
          image: {
            url: image.url,
            size: shard.isPacked ? await measureMember(image) : await sizeOf(image.url),
          },
          attributes,
          annotations,
        },
      ],
    }
  }
}

const measureMember = async ({ readRange }: Member) => toMeasuredSize(await measurePicture(readRange))
