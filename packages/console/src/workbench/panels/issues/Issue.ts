/** The issues of a sample, and the place that each is pinned to. */
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  toNumber,
  toObjects,
} from "../../editor/json/value.ts"
import { toKey } from "../../editor/label/annotation.ts"
import type { Point } from "../../geometry/point.ts"

/** A reply to an issue. */
interface Comment {
  readonly uuid: string
  readonly text: string
  readonly createdBy: string
  readonly createdAt: string
}

export interface Issue {
  readonly uuid: string
  readonly description: string
  readonly open: boolean
  readonly place: Place
  readonly createdBy: string
  readonly createdAt: string
  /** Oldest first. */
  readonly comments: ReadonlyArray<Comment>
}

/** A place in the world, in meters. */
export type SpacePoint = readonly [number, number, number]

/** An issue is about a point of an image or in space, an object, or all of the sample. */
export type Place = Where &
  (
    | { readonly kind: "space"; readonly at: SpacePoint }
    | { readonly kind: "point"; readonly at: Point }
    | { readonly kind: "object"; readonly key: string }
    | { readonly kind: "whole" }
  )

interface Where {
  readonly frame: number | undefined
  /** The name of the sensor, where the sample has several. */
  readonly sensor?: string | undefined
}

/** Reads the issues of a sample, open ones first, each group newest first. */
export const readIssues = (answer: Json): ReadonlyArray<Issue> => {
  const issues = isArray(answer) ? answer.filter(isObject).map(readIssue) : []
  return issues.toSorted((a, b) => Number(b.open) - Number(a.open) || b.createdAt.localeCompare(a.createdAt))
}

const readIssue = (issue: JsonObject): Issue => ({
  uuid: toText(issue.uuid),
  description: toText(issue.description),
  open: issue.status === "OPEN",
  place: readIssuePlace(issue.anchor),
  createdBy: toText(issue.created_by),
  createdAt: toText(issue.created_at),
  comments: toObjects(issue.comments).map((comment) => ({
    uuid: toText(comment.uuid),
    text: toText(comment.text),
    createdBy: toText(comment.created_by),
    createdAt: toText(comment.created_at),
  })),
})

/** The place of an anchor. An anchor of another kind is about the sample. */
export const readIssuePlace = (anchor: Json | undefined): Place => {
  if (!isObject(anchor)) return { kind: "whole", frame: undefined }
  const number = toNumber(anchor.frame)
  const frame = Number.isInteger(number) && number >= 0 ? number : undefined
  const where: Where = { frame, ...(typeof anchor.sensor === "string" ? { sensor: anchor.sensor } : {}) }
  if (anchor.type === "track") return { kind: "object", key: toKey(anchor.trackNumber), ...where }
  if (anchor.type === "location" && isObject(anchor.location)) {
    const { type, x, y, z } = anchor.location
    const at: Point = [toNumber(x), toNumber(y)]
    if (type === "2d" && at.every(Number.isFinite)) return { kind: "point", at, ...where }
    const space: SpacePoint = [...at, toNumber(z)]
    if (type === "3d" && space.every(Number.isFinite)) return { kind: "space", at: space, ...where }
  }
  return { kind: "whole", ...where }
}

/** The frames that open issues are about. */
export const listFramesWithIssues = (issues: ReadonlyArray<Issue>): ReadonlySet<number> =>
  new Set(issues.flatMap(({ open, place }) => (open && place.frame !== undefined ? [place.frame] : [])))

/** The anchor of a place, as the API stores it. `id` is the number of the object. */
export const toAnchor = (place: Place, id: Json | undefined): JsonObject => {
  const where: JsonObject = {
    ...(place.sensor === undefined ? {} : { sensor: place.sensor }),
    ...(place.frame === undefined ? {} : { frame: place.frame }),
  }
  switch (place.kind) {
    case "point":
      return { type: "location", ...where, location: { type: "2d", x: place.at[0], y: place.at[1] } }
    case "space": {
      const [x, y, z] = place.at
      return { type: "location", ...where, location: { type: "3d", x, y, z } }
    }
    case "object":
      return { type: "track", ...where, trackNumber: id ?? Number(place.key) }
    case "whole":
      return { type: "basic", ...where }
  }
}

const toText = (value: Json | undefined): string => (typeof value === "string" ? value : "")
