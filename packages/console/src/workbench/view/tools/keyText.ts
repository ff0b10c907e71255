/** Keys as people read them. */
import type { TFunction } from "i18next"
import { listKeyCaps } from "../../model/keys/keyCaps.ts"
import { keyStore } from "../keys/keptKeys.ts"

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The first key of a command, such as `Ctrl+Shift+Z`, or `G D` for two that follow each other. */
export const formatKeyText = ([key]: ReadonlyArray<string>, t: TFunction<"workbench">): string =>
  (key ?? "")
    .split(" ")
    .map((press) =>
      listKeyCaps(press, isMac, (key) => t(`keys.caps.${key}`), keyStore.layout).join(isMac ? "" : "+"),
    )
    .join(" ")
