/** Leaves out annotations that no label can have, whichever reader made them: one odd shape refuses nothing else of its file. */
import type { Losses } from "../carry/Losses.ts"
import { isAttributeValue, isFiniteJson } from "../model/attributeValues.ts"
import type { Annotation, Attributes, Camera, Frame, Scene, Size } from "../model/Scene.ts"

/** The scene with such annotations counted, and with such values of attributes and metadata counted. It is the same where there are none. */
export const leaveOutOdd = (scene: Scene, losses: Losses): Scene => {
  const findPlace = (index: number) => (scene.isSequence ? `${scene.name}, frame ${index + 1}` : scene.name)
  if (isFiniteJson(scene.metadata) && scene.frames.every((frame) => isSound(frame))) return scene
  return {
    ...scene,
    metadata: leaveOutMetadata(scene, losses),
    frames: scene.frames.map((frame, index) =>
      isSound(frame) ? frame : leaveOut(frame, findPlace(index), losses),
    ),
  }
}

const isSound = ({ annotations, attributes, cameras, image }: Frame): boolean =>
  areValues(attributes) &&
  isSize(image?.size ?? null) &&
  cameras.every(({ distortion, size }) => isSize(size) && isFiniteJson(distortion)) &&
  annotations.every((own) => areValues(own.attributes) && findFault(own) === undefined)

/** Whether it is in whole pixels above 0, or unknown. */
const isSize = (size: Size | null): boolean =>
  size === null || [size.width, size.height].every((value) => Number.isSafeInteger(value) && value > 0)

const leaveOutSize = (size: Size | null, what: string, losses: Losses): Size | null => {
  if (size === null || isSize(size)) return size
  losses.add("image-sizes", `${what}, ${size.width} × ${size.height}, is not one`)
  return null
}

const leaveOutMetadata = ({ metadata, name }: Scene, losses: Losses): Scene["metadata"] =>
  Object.fromEntries(
    Object.entries(metadata).filter(([key, value]) => {
      if (isFiniteJson(value)) return true
      losses.add("metadata", `${name}: ${key} has a number that is not finite`)
      return false
    }),
  )

const leaveOut = (frame: Frame, place: string, losses: Losses): Frame => ({
  ...frame,
  image: frame.image && {
    ...frame.image,
    size: leaveOutSize(frame.image.size, `${place}: the size of ${frame.image.url}`, losses),
  },
  cameras: frame.cameras.map((camera) => ({
    ...leaveOutDistortion(camera, place, losses),
    size: leaveOutSize(camera.size, `${place}: the size of ${camera.name ?? "a camera"}`, losses),
  })),
  attributes: leaveOutValues(frame.attributes, place, losses),
  annotations: frame.annotations.flatMap((annotation, index): ReadonlyArray<Annotation> => {
    const own = `${place}: the annotation ${index + 1}`
    const fault = findFault(annotation)
    if (fault === undefined)
      return [{ ...annotation, attributes: leaveOutValues(annotation.attributes, own, losses) }]
    losses.add("unreadable", `${own} ${fault}`)
    return []
  }),
})

const leaveOutDistortion = (camera: Camera, place: string, losses: Losses): Camera => {
  if (isFiniteJson(camera.distortion)) return camera
  losses.add("distortion", `${place}: ${camera.name ?? "a camera"} has a number that is not finite`)
  return { ...camera, distortion: null }
}

const areValues = (attributes: Attributes): boolean => {
  for (const name in attributes) if (!isAttributeValue(attributes[name])) return false
  return true
}

const leaveOutValues = (attributes: Attributes, place: string, losses: Losses): Attributes => {
  if (areValues(attributes)) return attributes
  const entries = Object.entries(attributes).filter(([name, value]) => {
    if (isAttributeValue(value)) return true
    losses.add("attribute-value", `${place}: ${name}`)
    return false
  })
  return Object.fromEntries(entries)
}

/** The points that a shape has at least. */
const leastPoints = { bbox: 2, polygon: 3, polyline: 2, point: 1 } as const

/** The reason why no label can have the shape; undefined for a sound one. */
const findFault = (annotation: Annotation): string | undefined => {
  if (annotation.type === "segment") return undefined
  if (annotation.type === "cuboid") {
    const { dimensions, position, rotation, yaw } = annotation
    const numbers = [
      ...[position.x, position.y, position.z, dimensions.x, dimensions.y, dimensions.z, yaw],
      ...(rotation === null ? [] : [rotation.qx, rotation.qy, rotation.qz, rotation.qw]),
    ]
    return numbers.every(Number.isFinite) ? undefined : "has a number that is not finite"
  }
  const { points, type } = annotation
  if (points.length < leastPoints[type] || (type === "bbox" && points.length > leastPoints.bbox))
    return `is a ${type} of ${points.length} points`
  for (const point of points)
    for (const value of point) if (!Number.isFinite(value)) return "has a number that is not finite"
  return undefined
}
