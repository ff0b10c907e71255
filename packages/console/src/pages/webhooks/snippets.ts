/** Programs that verify a delivery by its signature, in the languages of most receivers. Pure. */

const python = `# pip install standardwebhooks
from standardwebhooks import Webhook

def receive(secret: str, body: bytes, headers: dict) -> dict:
    # Raises WebhookVerificationError when the signature is wrong or older than five minutes.
    return Webhook(secret).verify(body, headers)`

const typescript = `// npm install standardwebhooks
import { Webhook } from "standardwebhooks"

export const receive = (secret: string, body: string, headers: Record<string, string>) =>
  // Throws when the signature is wrong or older than five minutes.
  new Webhook(secret).verify(body, headers)`

const shell = `# The signature that a delivery of these bytes must have: compare it with the header webhook-signature.
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf '%s.%s.%s' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$(cat body.json)" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 | sed 's/^/v1,/'`

export const snippets = { TypeScript: typescript, Python: python, Shell: shell } as const

export type SnippetName = keyof typeof snippets
