/** Another sign-in of the person who is signed in. */
import { type Api, readBody } from "../../api/client.ts"
import { signIn } from "../../api/session.ts"

/** The key belongs to somebody else. */
export class OtherPerson extends Error {
  override readonly name = "OtherPerson"
  readonly username: string

  constructor(username: string) {
    super(username)
    this.username = username
  }
}

/** Begins a new session with a key of the same person, and ends the old one. Checks the key first: a session of somebody else would replace this one. */
export const signInAgain = async (
  api: Api,
  apiKey: string,
  old: { readonly uuid: string; readonly user: string },
): Promise<Awaited<ReturnType<typeof signIn>>> => {
  const { username } = await readBody(api.GET("/user", { headers: { authorization: `APIKey ${apiKey}` } }))
  if (username !== old.user) throw new OtherPerson(username)
  const session = await signIn({ api_key: apiKey })
  await readBody(
    api.DELETE("/user/sessions/{session}/", { params: { path: { session: old.uuid } } }),
    // It may have ended meanwhile; the new session is there in any case.
  ).catch(() => undefined)
  return session
}
