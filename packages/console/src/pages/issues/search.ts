/** The filters of the issues of a dataset. What an address cannot mean is left out, so that an old link still opens. */
import type { Wire } from "../../api/client.ts"
import { omitUndefined, readText, type SearchInput } from "../../ui/search.ts"

export interface IssueSearch {
  /** Absent: open ones. */
  readonly status?: "closed" | "all"
  /** The person who created it. */
  readonly by?: string
  /** A part of the description, the replies or the sample's name. */
  readonly text?: string
}

export const issueSearch = (search: SearchInput): IssueSearch =>
  omitUndefined({
    status: (["closed", "all"] as const).find((one) => one === search.status),
    by: readText(search.by),
    text: readText(search.text),
  })

/** The issues that match, the latest change first. */
export const filterIssues = (
  issues: ReadonlyArray<Wire<"Issue">>,
  { by, status, text: words = "" }: IssueSearch,
): ReadonlyArray<Wire<"Issue">> => {
  const searched = words.toLowerCase()
  return issues
    .filter((issue) => status === "all" || issue.status === (status === "closed" ? "CLOSED" : "OPEN"))
    .filter((issue) => by === undefined || issue.created_by === by)
    .filter(({ comments, description, sample_name }) =>
      [description, sample_name, ...comments.map((comment) => comment.text)].some((one) =>
        one.toLowerCase().includes(searched),
      ),
    )
    .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
}
