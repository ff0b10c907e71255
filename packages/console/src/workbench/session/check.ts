/** Checks unsaved work with the server's rules. Nothing is stored. */
import { api, bodyOf } from "../../api/client.ts"
import { parse } from "../model/json/parse.ts"
import { print } from "../model/json/print.ts"
import { readFindings } from "../model/warnings/Finding.ts"
import type { Check } from "../model/warnings/LiveCheck.ts"

/** The check of the ground truth of a sample. */
export const checkOf =
  (sample: string): Check =>
  async (attributes) => {
    const body = print({ labelset: "ground-truth", attributes })
    const text = await bodyOf(
      api.POST("/samples/{sample}/check/", {
        params: { path: { sample } },
        body: {},
        bodySerializer: () => body,
        parseAs: "text",
      }),
    )
    return readFindings(parse(text))
  }
