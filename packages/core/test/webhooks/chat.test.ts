/** Messages for chats, by the published rules of each: Slack, Mattermost, Discord, Teams. */
import { assert, describe, it } from "vitest"
import { findChatKind, formatChatText, formatEventText } from "../../src/effect.ts"

const slack = "https://hooks.slack.com/services/T0/B0/x"
const mattermost = "https://chat.example.com/hooks/9p1x3m5q7r8s2t4u6v8w0y1z3a"
const discord = "https://discord.com/api/webhooks/1/token"
const teams = "https://acme.webhook.office.com/webhookb2/x"
const workflow =
  "https://prod-01.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=y"
const other = "https://example.com/incoming"

const sentence = (subject: string) =>
  formatEventText({ type: "sample.created", dataset: "acme/cats_1", actor: "ann", subject })

const bodyOf = (url: string, ...subjects: ReadonlyArray<string>) =>
  JSON.parse(
    formatChatText(
      subjects.map((subject) => ({ text: sentence(subject) })),
      url,
    ),
  )

/** The text that a chat gets, wherever its body has it. */
const textFor = (url: string, subject: string): string => {
  const body = bodyOf(url, subject)
  return body.text ?? body.content ?? body.attachments[0].content.body[0].text
}

const everywhere = [slack, mattermost, discord, `${discord}/slack`, teams, workflow, other]

describe("a chat", () => {
  it("is recognized by the address of its incoming webhook", () => {
    assert.deepStrictEqual(everywhere.map(findChatKind), [
      "slack",
      "mattermost",
      "discord",
      "discord_slack",
      "teams",
      "teams_workflow",
      "other",
    ])
    for (const url of ["https://slack.com.evil.example/x", "https://example.com/hooks/short", "no url"])
      assert.strictEqual(findChatKind(url), "other", url)
  })

  it("gets the body that it accepts", () => {
    assert.hasAllKeys(bodyOf(slack, "a"), ["text"])
    assert.hasAllKeys(bodyOf(mattermost, "a"), ["text"])
    assert.hasAllKeys(bodyOf(teams, "a"), ["text"])
    assert.hasAllKeys(bodyOf(`${discord}/slack`, "a"), ["text"])
    assert.deepStrictEqual(bodyOf(discord, "a").allowed_mentions, { parse: [] })
    const { attachments, type } = bodyOf(workflow, "a", "b")
    assert.strictEqual(type, "message")
    assert.strictEqual(attachments[0].contentType, "application/vnd.microsoft.card.adaptive")
    assert.strictEqual(attachments[0].content.body[0].text.split("\n\n").length, 2)
  })

  it("notifies nobody whom the name of a sample mentions", () => {
    for (const url of everywhere)
      for (const name of ["@everyone", "@here", "@channel", "@all", "<!here>", "<@U1>", "<@&1>"]) {
        const text = textFor(url, name)
        assert.notMatch(text, /@(everyone|here|channel|all)\b(?<!\u200b)/u, url)
        assert.notMatch(text, /(?<!\\)<[@!]/u, url)
      }
  })

  it("shows no link that the name of a sample writes in its markup", () => {
    const name =
      "[sign in](https://evil.example) <https://evil.example|here> ![x](https://evil.example/x.png)"
    for (const url of everywhere) {
      const text = textFor(url, name)
      assert.notMatch(text, /(?<!\\)<https/, url)
      if (url !== slack) assert.notMatch(text, /(?<!\\)\]\(/, url)
    }
  })

  it("with Markdown shows each character as it is", () => {
    const name = "*a* _b_ ~c~ `d` |e| \\f #g"
    for (const url of [mattermost, discord, teams, workflow])
      assert.include(textFor(url, name), "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\|e\\| \\\\f \\#g", url)
    assert.include(textFor(discord, "a & b < c"), "a & b \\< c")
    assert.include(textFor(mattermost, "a & b < c"), "a &amp; b &lt; c")
    assert.include(textFor(slack, "a & b < c *d*"), "a &amp; b &lt; c *d*")
  })

  it("of Discord gets whole lines up to its limit, and how many more there are", () => {
    const { content } = bodyOf(discord, ...Array.from({ length: 100 }, (_, n) => `sample ${n}`))
    assert.isAtMost(content.length, 2000)
    assert.match(content, /\n… and \d+ more\.$/)
  })
})
