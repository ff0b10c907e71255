/** The calls of the issues of a sample. */
import { type Api, readBody } from "../../api/client.ts"
import { parse, print } from "../editor/json/parse.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { type Issue, readIssues } from "../panels/issues/Issue.ts"

/** The actions of the panel of issues. */
export interface IssueCalls {
  readonly sample: string
  /** The issue to whose place the workbench leads when it opens. */
  readonly first?: string | undefined
  readonly list: (signal: AbortSignal) => Promise<ReadonlyArray<Issue>>
  /** Absent where issues can only be read. */
  readonly changes?: IssueChanges | undefined
}

export interface IssueChanges {
  readonly open: (description: string, anchor: JsonObject) => Promise<unknown>
  readonly reply: (issue: string, text: string) => Promise<unknown>
  readonly setOpen: (issue: string, open: boolean) => Promise<unknown>
}

interface IssueOptions {
  readonly first?: string | undefined
  readonly readOnly?: boolean
}

/** The issues of one sample. */
export const makeIssueCalls = (
  api: Api,
  sample: string,
  { first, readOnly = false }: IssueOptions = {},
): IssueCalls => ({
  sample,
  first,
  list: async (signal) =>
    readIssues(
      parse(
        await readBody(
          api.GET("/samples/{sample}/issues/", { params: { path: { sample } }, parseAs: "text", signal }),
        ),
      ),
    ),
  changes: readOnly ? undefined : makeChanges(api, sample),
})

const makeChanges = (api: Api, sample: string): IssueChanges => ({
  open: (description, anchor) => {
    // The ids of objects may have more digits than a double holds.
    const body = print({ description, anchor })
    return readBody(
      api.POST("/samples/{sample}/issues/", {
        params: { path: { sample } },
        body: { description },
        bodySerializer: () => body,
      }),
    )
  },
  reply: (issue, text) =>
    readBody(api.POST("/issues/{issue}/comments/", { params: { path: { issue } }, body: { text } })),
  setOpen: (issue, open) =>
    readBody(
      api.PATCH("/issues/{issue}/", {
        params: { path: { issue } },
        body: { status: open ? "OPEN" : "CLOSED" },
      }),
    ),
})
