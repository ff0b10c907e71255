/** The German words of invitations by link: their lists, and the page that a link opens. */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"

export default {
  title: "Einladung",
  openAgain: "Öffnen Sie den Einladungslink noch einmal.",
  unknown:
    "Dieser Einladungslink ist abgelaufen, wurde widerrufen oder bereits verwendet. Bitten Sie um einen neuen Link.",
  invited: "Sie sind mit der Rolle {{role}} zu {{place}} eingeladen.",
  invitedBy: "{{by}} lädt Sie mit der Rolle {{role}} zu {{place}} ein.",
  expires: "Läuft ab",
  accept: "Als {{user}} annehmen",
  signIn: "Anmelden und annehmen",
  or: "oder ein Konto anlegen",
  username: "Benutzername",
  email: "E-Mail",
  emailHint: "Optional.",
  make: "Konto anlegen",
  noAccounts:
    "Auf diesem Server können Sie nicht selbst ein Konto anlegen. Bitten Sie die Person, die Sie eingeladen hat, eines für Sie anzulegen, und öffnen Sie dann den Link erneut.",
  provider:
    "Wenn Sie noch kein Konto haben, melden Sie sich mit Ihrer Organisation an. Die erste Anmeldung legt eines an, wenn das für Ihre Organisation erlaubt ist.",
  key: "Ihr API-Schlüssel",
  list: {
    title: "Einladungen",
    none: "Keine offenen Einladungen.",
    new: "Neue Einladung",
    text: "Jede Person mit diesem Link erhält die Rolle.",
    make: "Einladungslink erstellen",
    link: "Einladungslink",
    send: "Senden Sie diesen Link an die Person, die Sie einladen. Er wird nur jetzt angezeigt.",
    sent: "Ich habe den Link kopiert",
    receivers: {
      link: "Wer noch kein Konto hat, legt beim Öffnen des Links eines an.",
      provider:
        "Wer noch kein Konto hat, meldet sich zuerst mit Ihrer Organisation an. Wer den Server betreibt, bestimmt, für wen das ein Konto anlegt.",
      nobody:
        "Nur Personen, die schon ein Konto haben, können annehmen. Dieser Server legt mit Einladungen keine Konten an (ANNOTARY_INVITED_ACCOUNTS ist aus).",
    },
    createAccount: "Zuerst ein Konto für sie anlegen",
    contactAdmin: "Bitten Sie die Verwaltung dieses Servers, zuerst ein Konto anzulegen.",
    role: "Rolle",
    validFor: "Gültig für",
    days_one: "{{count}} Tag",
    days_other: "{{count}} Tage",
    people: "Höchstzahl an Personen",
    peopleHint: "1 bis 1000 Personen können die Einladung annehmen.",
    by: "Erstellt von",
    server: "Der Server",
    uses: "Angenommen",
    usesOf: "{{uses}} von {{most}}",
    created: "Erstellt",
    revoke: "Widerrufen",
    actions: "Aktionen",
  },
  roles,
} satisfies Translation<"invitation">
