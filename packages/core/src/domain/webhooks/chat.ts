/**
 * Messages for the incoming webhooks of chats. The sentence of an event contains names that people chose, which a chat would read as
 * markup: each kind of chat has its own rules for links, mentions and escapes, and its own body.
 */
import type { OutboxEvent } from "../Event.ts"

/** `other` is a chat that reads `{"text"}` as Slack does. */
export type ChatKind =
  | "slack"
  | "mattermost"
  | "discord"
  | "discord_slack"
  | "teams"
  | "teams_workflow"
  | "other"

/** Recognizes a chat by the address that it gives to incoming webhooks. */
export const findChatKind = (url: string): ChatKind => {
  if (!URL.canParse(url)) return "other"
  const { hostname, pathname } = new URL(url)
  if (/(^|\.)slack(-gov)?\.com$/.test(hostname)) return "slack"
  if (/(^|\.)discord(app)?\.com$/.test(hostname) && pathname.includes("/api/"))
    return /\/slack\/?$/.test(pathname) ? "discord_slack" : "discord"
  if (/(^|\.)webhook\.office(365)?\.(com|us)$/.test(hostname)) return "teams"
  if (/(^|\.)(logic\.azure\.(com|us)|powerplatform\.com)$/.test(hostname) && pathname.includes("/workflows/"))
    return "teams_workflow"
  return /\/hooks\/[a-z0-9]{26}\/?$/.test(pathname) ? "mattermost" : "other"
}

/** The body for a chat: a line for each event. */
export const formatChatText = (events: ReadonlyArray<Pick<OutboxEvent, "text">>, url: string): string => {
  const kind = findChatKind(url)
  const lines = events
    .map(({ text }) => escapeFor(kind, text))
    .join(kind === "teams_workflow" ? "\n\n" : "\n")
  return JSON.stringify(makeBody(kind, lines))
}

const makeBody = (kind: ChatKind, text: string): object => {
  switch (kind) {
    case "discord":
      // At most 2000 characters are accepted. Nobody is notified, whatever the text says.
      return { content: cutLines(text, 2000), allowed_mentions: { parse: [] } }
    case "teams_workflow":
      return {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            content: {
              $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
              type: "AdaptiveCard",
              version: "1.4",
              body: [{ type: "TextBlock", text, wrap: true }],
            },
          },
        ],
      }
    default:
      return { text }
  }
}

/** The sentence of an event has `&`, `<` and `>` as entities, which is all that Slack needs. */
const escapeFor = (kind: ChatKind, sentence: string): string => {
  switch (kind) {
    case "slack":
      // Slack notifies for `<!here>` alone, unless the application has turned names into links.
      return splitMentions(sentence)
    case "discord":
    case "discord_slack":
      return splitMentions(escapeMarkdown(toPlainText(sentence)))
    case "mattermost":
    case "teams":
    case "teams_workflow":
      // Entities are shown as the characters, and a tag would be read as one.
      return splitMentions(escapeMarkdown(sentence))
    case "other":
      return splitMentions(splitLinks(sentence))
  }
}

const toPlainText = (sentence: string): string =>
  sentence.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

/** The characters with a meaning within a line of Markdown; a backslash takes it from them. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_~|[\]()<>#!]/g, "\\$&")

/** A space without width, which ends what a chat would read as one word. */
const zeroWidthSpace = "\u200b"

/** `@here`, `@everyone`, `@channel`, `@ann`: a backslash before the sign does not keep chats from notifying. */
const splitMentions = (text: string): string => text.replaceAll("@", `@${zeroWidthSpace}`)

/** `[text](address)` in a chat whose escapes are unknown. */
const splitLinks = (text: string): string => text.replaceAll("](", `]${zeroWidthSpace}(`)

/** Whole lines within a number of UTF-16 units, and how many more there are. */
const cutLines = (text: string, most: number): string => {
  if (text.length <= most) return text
  const lines = text.split("\n")
  const shownLines: Array<string> = []
  let length = 0
  for (const line of lines) {
    if (length + line.length + 1 > most - 40) break
    shownLines.push(line)
    length += line.length + 1
  }
  return [...shownLines, `… and ${lines.length - shownLines.length} more.`].join("\n")
}
