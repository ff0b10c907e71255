/** The scopes of keys that act in a workbench of images, by what is labeled. */
import { useMemo } from "react"
import type { Masks } from "../../bitmap/Masks.ts"
import type { KeyScope } from "../../model/keys/Binding.ts"

export const useScopes = (masks: Masks | undefined, sequence: boolean): ReadonlySet<KeyScope> =>
  useMemo(
    () =>
      new Set<KeyScope>([
        "everywhere",
        "workbench",
        "2d",
        ...(masks === undefined ? (["shapes"] as const) : (["bitmap", "painting"] as const)),
        sequence ? "frames" : "stills",
        ...(sequence && masks === undefined ? (["keyframes"] as const) : []),
      ]),
    [sequence, masks],
  )
