import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Wire } from "../../api/client.ts"
import { forgetInvitation } from "../../api/linkTokens.ts"
import { invitationKey } from "./calls.ts"

/** The organization or the dataset that an invitation leads to. */
export type Place = Pick<Wire<"AcceptedInvitation">, "dataset" | "organization">

/** Goes to what an invitation leads to. */
export const useArrival = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ dataset, organization }: Place) => {
    forgetInvitation()
    // Lists of the cache lack what the person sees from now on. The next page reads them again; the invitation is used
    // up, and another reading would only say so.
    await client.invalidateQueries({
      refetchType: "none",
      predicate: ({ queryKey }) => queryKey[0] !== invitationKey[0],
    })
    if (organization !== null) return navigate({ to: "/orgs/$organization", params: { organization } })
    const [owner = "", name = ""] = (dataset ?? "").split("/")
    return navigate({ to: "/d/$owner/$dataset", params: { owner, dataset: name } })
  }
}
