/** Limits of masks that are about to be painted. */
import { checkLimit, checkPixels, type Limits, type Place } from "../files/limits.ts"
import { computeRleArea, type Rle } from "./rle.ts"

/** A check of the masks of one image, one after the other: of the size of each, and of the pixels of all of them. */
export const makeMaskCheck = (limits: Limits): ((mask: Rle, place: Place) => void) => {
  let painted = 0
  return (mask, place) => {
    painted += computeRleArea(checkPixels(limits, mask, place))
    checkLimit(limits, "painted", painted, place, "the number of pixels of all masks up to this one")
  }
}
