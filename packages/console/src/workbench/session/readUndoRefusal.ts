import { ApiError, hasStatus } from "../../api/problem.ts"

/** Why the server does not take work back: someone works on the sample, it is too late, or another reason that it names. */
export type UndoRefusal = "gone" | "refused" | "taken"

/** Reads why a repetition would be refused too; undefined where it can help. */
export const readUndoRefusal = (error: unknown): UndoRefusal | undefined => {
  if (!(error instanceof ApiError) || !hasStatus(error, 403, 404, 409)) return undefined
  if (error.code === "sample_held") return "taken"
  return error.code === "not_undoable" ? "gone" : "refused"
}
