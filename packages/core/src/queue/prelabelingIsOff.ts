import { Conflict } from "../domain/errors.ts"

/** The dataset has the labels of models off. */
export const prelabelingIsOff = new Conflict({ code: "wrong_state", setting: "enable_prelabeling" })
