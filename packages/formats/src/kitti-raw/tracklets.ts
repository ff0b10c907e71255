/** The tracklets of a drive: an object with one size, and a pose in each frame from its first one on. */
import { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, findHeading } from "../drawn-cuboids/DrawnCuboid.ts"
import { checkLimit } from "../files/limits.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"
import type { Attributes, AttributeValue, Vector } from "../model/Scene.ts"

export interface Drive {
  readonly categories: ReadonlySet<string>
  /** By the numbers of frames. */
  readonly frames: ReadonlyMap<number, ReadonlyArray<DrawnCuboid>>
  readonly marksKeyframes: boolean
  /** Counted when the drive is given. */
  readonly losses: Losses
}

/** Poses where the object is out of sight of the cameras: Datumaro fills the gaps of a track with them, and writes names for numbers there. */
const isOutOfImage = (pose: XmlElement): boolean =>
  /^([23]|.*\.(OUT_IMAGE|BEHIND_IMAGE))$/.test(pose.requireText("truncation"))

export const readTracklets = async (source: Source, path: string, isOfDatumaro: boolean): Promise<Drive> => {
  const losses = new Losses()
  const categories = new Set<string>()
  const frames = new Map<number, Array<DrawnCuboid>>()
  let track = 0
  let keyframes = 0
  const parts = new PartReader(losses)
  const readTracklet = (item: XmlElement): void => {
    const category = item.requireText("objectType")
    const first = readNumber(item, "first_frame")
    const poses = item.child("poses")?.all("item") ?? item.fail("<item> has no <poses>.")
    const count = readNumber(item.child("poses") ?? item, "count")
    if (count !== poses.length) item.fail(`<count> is ${count}, and there are ${poses.length} poses.`)
    checkLimit(source.limits, "frames", first + count, item, "<first_frame> and its poses")
    const drawn = poses.flatMap((pose, index) =>
      isOfDatumaro && isOutOfImage(pose)
        ? []
        : [{ frame: first + index, cuboid: readPose(item, pose, isOfDatumaro, losses) }],
    )
    categories.add(category)
    const isMarked = isOfDatumaro && drawn.some(({ cuboid }) => cuboid.isKeyframe)
    if (isMarked) keyframes += 1
    for (const { cuboid, frame } of drawn) {
      const cuboids = frames.get(frame) ?? []
      frames.set(frame, cuboids)
      // A track without any mark was drawn in each of its frames.
      cuboids.push({
        ...cuboid,
        isKeyframe: cuboid.isKeyframe || !isMarked,
        category,
        track: String(track),
      })
    }
  }
  for await (const tracklets of xmlChildren(source, path, "boost_serialization"))
    for (const item of tracklets.all("item")) {
      track += 1
      parts.read(() => readTracklet(item))
    }
  parts.checkAny()
  return { categories, frames, marksKeyframes: keyframes > 0, losses }
}

const readNumber = (element: XmlElement, name: string): number => {
  const child = element.child(name) ?? element.fail(`<${element.name}> has no <${name}>.`)
  return child.parseNumber(child.text, `<${name}>`)
}

/**
 * In the dataset h, w, l are height, width, length, and the place is that of the bottom face. Datumaro writes the sizes along x, y, z there,
 * and the center.
 */
const readPose = (item: XmlElement, pose: XmlElement, isOfDatumaro: boolean, losses: Losses) => {
  const [h, w, l] = [readNumber(item, "h"), readNumber(item, "w"), readNumber(item, "l")]
  const dimensions: Vector = isOfDatumaro ? { x: h, y: w, z: l } : { x: l, y: w, z: h }
  const lift = isOfDatumaro ? 0 : h / 2
  const { keyframe, ...attributes } = { ...readAttributes(item, losses), ...readAttributes(pose, losses) }
  const occlusion = pose.requireText("occlusion")
  return {
    position: { x: readNumber(pose, "tx"), y: readNumber(pose, "ty"), z: readNumber(pose, "tz") + lift },
    dimensions,
    heading: findHeading("turned", {
      x: readNumber(pose, "rx"),
      y: readNumber(pose, "ry"),
      z: readNumber(pose, "rz"),
    }),
    isKeyframe: !isOfDatumaro || (keyframe ?? pose.requireText("occlusion_kf") === "1") === true,
    attributes: isOfDatumaro
      ? { ...attributes, occluded: occlusion === "1" || occlusion === "2" }
      : {
          ...attributes,
          occlusion: readNumber(pose, "occlusion"),
          truncation: readNumber(pose, "truncation"),
        },
  }
}

const readAttributes = (element: XmlElement, losses: Losses): Attributes => {
  const values: Record<string, AttributeValue> = {}
  for (const attribute of element.child("attributes")?.all("attribute") ?? []) {
    const name = attribute.requireText("name")
    if (name === "") losses.add("attribute-value", attribute.place)
    else values[name] = readValue(attribute.requireText("value"))
  }
  return values
}

/** Text that is a number or a truth value was one before it was written. */
const readValue = (text: string): AttributeValue => {
  if (text === "true" || text === "false") return text === "true"
  return text !== "" && String(Number(text)) === text ? Number(text) : text
}
