/** Keys as people read them. */
import { keyCaps } from "../../model/keys/Binding.ts"

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The first key of a command, such as `Ctrl+Shift+Z`. */
export const keyText = ([key]: ReadonlyArray<string>): string =>
  key === undefined ? "" : keyCaps(key, isMac).join(isMac ? "" : "+")
