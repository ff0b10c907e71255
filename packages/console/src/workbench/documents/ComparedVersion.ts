/** Another version of a label, with which its pixels or points are compared. */
import type { JsonObject } from "../editor/json/value.ts"

export interface ComparedVersion {
  readonly label: JsonObject
  /** The ids that its objects have in the edited label, in the shown frame, by their own ones; undefined where they are the same. */
  readonly ids?: ReadonlyMap<number, number> | undefined
}

/** Stands for the objects that the edited label lacks. */
const foreignId = 0xffff_ffff

/** The id in the edited label of what has an id in the other version. */
export const toOwnId = (id: number, ids: ReadonlyMap<number, number>): number =>
  id === 0 ? 0 : (ids.get(id) ?? foreignId)
