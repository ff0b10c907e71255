/** The chosen vertex of the selected shape. */
import { Store, useStore } from "../../view/Store.ts"
import type { ShapePen } from "./ShapePen.ts"
import type { ChosenVertex } from "./VertexChoice.ts"

const never = new Store(undefined)

/** Drawn anew with the state of the editor too, which decides whether it is still there. */
export const useChosen = (pen: ShapePen | undefined): ChosenVertex | undefined => {
  useStore<unknown>(pen?.vertex.store ?? never)
  return pen?.vertex.get()
}
