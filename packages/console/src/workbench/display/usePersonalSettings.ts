/** Opens the settings of the person whose workbench it is. */
import { useQuery } from "@tanstack/react-query"
import { useLayoutEffect } from "react"
import { makeUserQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { arrangementStore } from "../panels/objects/ArrangementStore.ts"
import { displayStore } from "./DisplaySettings.ts"

export const usePersonalSettings = (): void => {
  const { data: user } = useQuery(makeUserQuery(useApi()))
  const person = user?.username
  // Before the first paint, so that nothing is drawn as another person wants it.
  useLayoutEffect(() => {
    if (person === undefined) return
    for (const store of [displayStore, arrangementStore]) store.open(person)
  }, [person])
}
