import { useEffect, useState } from "react"

export type Parts = typeof import("./parts.ts")

let loaded: Parts | undefined

/** Loads what compares labels. Undefined until it is there, and where nobody decides between labels. */
export const useParts = (isNeeded: boolean): Parts | undefined => {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || parts !== undefined) return
    let isCurrent = true
    import("./parts.ts").then(
      (module) => {
        loaded = module
        if (isCurrent) setParts(module)
      },
      (error: unknown) => {
        // The boundary of the page says that a file could not be loaded.
        if (isCurrent)
          setParts(() => {
            throw error
          })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isNeeded, parts])
  return isNeeded ? parts : undefined
}
