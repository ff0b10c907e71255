/** The main part of a page: that of the frame or the application around it, or a separate one where there is none. */
import { createContext, type ReactNode, useContext } from "react"
import { useSurroundings } from "./Surroundings.ts"

/** Whether something is drawn inside the main part of the frame. */
export const InMain = createContext(false)

/** Draws content inside a main part, whichever it is. */
export const WithMain = ({ children }: { readonly children: ReactNode }) => {
  const isInMain = useContext(InMain)
  const { embedded } = useSurroundings()
  return isInMain || embedded ? children : <main>{children}</main>
}
