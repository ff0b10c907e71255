/** The pointer while a cuboid is made: three clicks on the ground, or two on one place. */
import type { Editor } from "../../editor/Editor.ts"
import type { Point } from "../../geometry/point.ts"
import { intersectGround } from "../../geometry/space/groundAt.ts"
import { computeRay } from "../../geometry/space/orbit.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import type { Tool } from "../Tool.ts"
import { addPlace, placeWhole } from "./making.ts"

export const makeCuboidTool = (editor: Editor, view: CloudView): Tool => {
  const findPlace = (at: Point) => {
    const orbit = view.orbit.state
    return orbit && intersectGround(view.cloud, computeRay(orbit, ...at, view.size), orbit.target[2])
  }
  return {
    click: (at, { isDouble }) => {
      if (view.making.state === undefined) return false
      const place = findPlace(at)
      if (place === undefined) return true
      if (isDouble) placeWhole(editor, view, place)
      else addPlace(editor, view, place)
      return true
    },
    hover: (at, isCamera) => {
      const now = view.making.state
      if (now !== undefined && !isCamera && view.orbit.state !== undefined)
        view.making.set({ ...now, hover: findPlace(at) })
    },
    cancel: () => {
      const makes = view.making.state !== undefined
      view.making.set(undefined)
      return makes
    },
  }
}
