/** Values of attributes of images in the form in which they are compared. */
import type { CompiledAttribute } from "../../warnings/rules/Compiled.ts"
import { readAttributeValue } from "../../warnings/rules/readAttributeValue.ts"
import type { ComparableScene } from "./ComparableObject.ts"

/** Undefined for an attribute of other sensors, and without a scene. */
export const readImageValue = (
  attribute: CompiledAttribute,
  scene: ComparableScene | undefined,
): string | number | undefined => scene && readAttributeValue(attribute, scene.kind, scene.imageAttributes)
