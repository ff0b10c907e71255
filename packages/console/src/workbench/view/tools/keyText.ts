/** Keys as people read them. */
import { keyCaps } from "../../model/keys/Binding.ts"

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The first key of a command, such as `Ctrl+Shift+Z`, or `G D` for two that follow each other. */
export const keyText = ([key]: ReadonlyArray<string>): string =>
  (key ?? "")
    .split(" ")
    .map((press) => keyCaps(press, isMac).join(isMac ? "" : "+"))
    .join(" ")
