/** Listens to the keys of pages, and shows the palette and the list of keys. Both are loaded when they are opened first. */
import { lazy, Suspense, useState } from "react"
import { usePageKeys } from "./usePageKeys.ts"

const Palette = lazy(() => import("./Palette.tsx"))
const KeyList = lazy(() => import("./KeyList.tsx"))

export const PageKeys = () => {
  const [overlay, setOverlay] = useState<"palette" | "keys">()
  const close = () => setOverlay(undefined)
  usePageKeys(
    useOpeners(
      () => setOverlay("palette"),
      () => setOverlay("keys"),
    ),
  )
  return (
    <Suspense>
      {overlay === "palette" ? <Palette onClose={close} onKeys={() => setOverlay("keys")} /> : null}
      {overlay === "keys" ? <KeyList onClose={close} /> : null}
    </Suspense>
  )
}

/** The same functions in every drawing, so that the listener stays. */
const useOpeners = (openPalette: () => void, openKeys: () => void) =>
  useState(() => ({ openPalette, openKeys }))[0]
