/** A page is shown by the console, or by an application that embeds some of its pages. */
import { createContext, useContext, useEffect } from "react"
import { type Api, api } from "../api/client.ts"

export interface Surroundings {
  /** The API that the pages call. */
  readonly api: Api
  /** The origin of the server whose files are shown; undefined for that of the page. */
  readonly server?: string
  /** Whether the window belongs to an application: its title and its navigation are left alone. */
  readonly embedded: boolean
}

export const SurroundingsContext = createContext<Surroundings>({ api, embedded: false })

export const useSurroundings = (): Surroundings => useContext(SurroundingsContext)

/** The API of the pages around. */
export const useApi = (): Api => useSurroundings().api

/** Names the page in the browser's tab, unless the tab shows an application. */
export const useTitle = (title: string): void => {
  const { embedded } = useSurroundings()
  useEffect(() => {
    if (!embedded) document.title = `${title} · Annotary`
  }, [title, embedded])
}
