/** Transfers, histories, sessions, invitations, quotas and buckets. */
export const accounts: ReadonlyArray<string> = [
  `CREATE TABLE transfers (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  direction text NOT NULL,
  format text,
  options text NOT NULL,
  asset_id text COLLATE "C",
  status text NOT NULL,
  status_info text,
  samples_done integer NOT NULL,
  report text,
  sha256 text,
  size_bytes bigint,
  file_key text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, id)
)`,
  "CREATE INDEX transfers_ended ON transfers USING btree (created_at) WHERE ((direction = 'export'::text) AND (status <> 'PENDING'::text))",
  `CREATE TABLE configuration_versions (
  dataset_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  configuration text NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C",
  PRIMARY KEY (dataset_id, number)
)`,
  `CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  last_seen_at text COLLATE "C" NOT NULL,
  ends_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (digest)
)`,
  "CREATE INDEX sessions_age ON sessions USING btree (last_seen_at)",
  "CREATE INDEX sessions_end ON sessions USING btree (ends_at)",
  "CREATE INDEX sessions_key ON sessions USING btree (api_key_id) WHERE (api_key_id IS NOT NULL)",
  "CREATE INDEX sessions_user ON sessions USING btree (username, id)",
  `CREATE TABLE sign_in_tokens (
  digest text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (digest)
)`,
  "CREATE INDEX sign_in_tokens_age ON sign_in_tokens USING btree (expires_at)",
  "CREATE INDEX sign_in_tokens_user ON sign_in_tokens USING btree (username)",
  `CREATE TABLE asset_scans (
  name text COLLATE "C" NOT NULL,
  started_at text COLLATE "C" NOT NULL,
  after_dataset text COLLATE "C",
  PRIMARY KEY (name)
)`,
  `CREATE TABLE invitations (
  id text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  organization text COLLATE "C",
  invited_dataset text COLLATE "C",
  role text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL,
  max_uses integer NOT NULL,
  uses integer NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (digest)
)`,
  "CREATE INDEX invitations_age ON invitations USING btree (expires_at)",
  "CREATE INDEX invitations_creator ON invitations USING btree (created_by)",
  "CREATE INDEX invitations_dataset ON invitations USING btree (invited_dataset, id) WHERE (invited_dataset IS NOT NULL)",
  "CREATE INDEX invitations_organization ON invitations USING btree (organization, id) WHERE (organization IS NOT NULL)",
  `CREATE TABLE linked_identities (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (issuer, subject)
)`,
  "CREATE INDEX linked_identities_user ON linked_identities USING btree (username)",
  `CREATE TABLE given_roles (
  username text COLLATE "C" NOT NULL,
  organization text COLLATE "C" NOT NULL,
  issuer text COLLATE "C" NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (username, organization, issuer)
)`,
  `CREATE TABLE quotas (
  organization text COLLATE "C" NOT NULL,
  samples_limit integer,
  samples_used integer NOT NULL,
  requests_limit integer,
  bytes_limit bigint,
  bytes_used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization)
)`,
  `CREATE TABLE buckets (
  id text COLLATE "C" NOT NULL,
  organization text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  endpoint text,
  region text,
  url_seconds integer NOT NULL,
  sealed text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (organization, kind, account, name, prefix)
)`,
  `CREATE TABLE picture_sizes (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  pictures text NOT NULL,
  PRIMARY KEY (dataset_id, sample_id)
)`,
  `CREATE TABLE guide_acknowledgements (
  dataset_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, username, version)
)`,
]
