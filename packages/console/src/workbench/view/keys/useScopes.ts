/** The scopes of keys that act in a workbench of images, by what is labeled. */
import { useMemo } from "react"
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import type { KeyScope } from "../../model/keys/Binding.ts"

export const useScopes = (mask: MaskDocument | undefined, sequence: boolean): ReadonlySet<KeyScope> =>
  useMemo(
    () =>
      new Set<KeyScope>([
        "everywhere",
        "workbench",
        "2d",
        mask === undefined ? "shapes" : "bitmap",
        sequence ? "frames" : "stills",
      ]),
    [sequence, mask],
  )
