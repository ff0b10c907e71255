/** Runs of the commands in the sentences and tables of the pages, with values for what they leave open, in an order that works. */

/**
 * Lines of one shell. A line that begins with an assignment of `$(…)` finds the ID that the next one needs. Variables of the test: the
 * bucket, the identity provider, the job that failed.
 */
export const runs: ReadonlyArray<string> = [
  "annotary --version",
  "annotary migrate",
  "annotary doctor",
  "source <(annotary completion bash)",
  "annotary completion zsh",

  "annotary user create globex --organization",
  "annotary user create bert --email bert@example.com",
  "annotary user create carol --site-admin",
  "annotary user list",
  "annotary user disable bert",
  "annotary user enable bert",
  "annotary user link bert subject-of-bert",
  "annotary token bert",
  "annotary member add acme bert labeler",
  "annotary join carol globex --role admin",
  "annotary join carol acme/street --role reviewer",

  "annotary api-key create admin",
  "annotary api-key create bert --read-only --dataset acme/street --role labeler",
  "id=$(annotary api-key list bert --json | jq --raw-output .[0].id)",
  "annotary api-key list bert",
  "annotary api-key rotate $id --overlap-seconds 60",
  "annotary api-key revoke $id",

  "annotary quota set globex --samples 1000 --bytes 1GiB --requests-per-minute 600",
  "annotary quota get globex",
  "printf %s $BUCKET_SECRET > bucket-secret",
  "annotary bucket add acme s3 $BUCKET --endpoint $BUCKET_ENDPOINT --key-id $BUCKET_KEY_ID --prefix cars/ --secret-file bucket-secret > bucket-id",
  "annotary bucket list acme",
  "annotary bucket test acme $(cat bucket-id)",
  "annotary bucket delete acme $(cat bucket-id)",

  "annotary dataset list --owner acme",
  "annotary dataset share acme/street bert --role labeler",
  "annotary dataset unshare acme/street bert",
  "annotary dataset freeze acme/street",
  "annotary dataset unfreeze acme/street",
  "annotary dataset transfer acme/street globex",
  "annotary dataset transfer globex/street acme",
  "annotary job list --status FAILED",
  "annotary job retry $FAILED_JOB",

  "annotary import samples --dataset acme/lines --create vector",
  "annotary import labelme --dataset acme/files --format labelme --upload",
  "annotary check acme/street --labelset ground-truth --fail-on-warnings",
  "annotary export acme/street street.json",
  "annotary verify street.json",
  "annotary export acme/street coco --format coco --files copy",
  "annotary archive acme/street street.annotary.tar.gz",
  "ANNOTARY_DATABASE_URL=sqlite:other/annotary.db ANNOTARY_DATA_DIR=other annotary user create globex --organization",
  "ANNOTARY_DATABASE_URL=sqlite:other/annotary.db ANNOTARY_DATA_DIR=other annotary restore street.annotary.tar.gz --as globex/restored",
  "annotary backup server.tar.gz --without-files",
  "annotary backup whole.tar.gz",
  "ANNOTARY_DATABASE_URL=sqlite:elsewhere/annotary.db ANNOTARY_DATA_DIR=elsewhere annotary restore --server whole.tar.gz",

  "for name in dora emil fred; do annotary user create $name; done",
  "annotary user delete dora",
  "annotary user delete emil --now --releases keep",
  "annotary user delete fred --releases delete",
  "annotary user delete bert --releases remake",

  "annotary serve",
  "release=http://127.0.0.1:$ANNOTARY_PORT/datasets/acme/street/releases/",
  `curl --silent --fail --header "Authorization: APIKey $KEY" --json '{"name": "v1"}' $release`,
  `until curl --silent --fail --header "Authorization: APIKey $KEY" "$release"v1/ | grep SUCCEEDED; do sleep 0.1; done`,
  `curl --silent --fail --header "Authorization: APIKey $KEY" --json '{"name": "model-1"}' http://127.0.0.1:$ANNOTARY_PORT/datasets/acme/street/labelsets/`,
  "annotary agreement acme/street --labelsets ground-truth,model-1 --lowest 5 --seed 7",
  "annotary export acme/street street.json --release v1 --force",
  "annotary statement list acme/street v1 > statements.json",
  "annotary signing-key list > keys.json",
  "annotary verify street.json --statements statements.json --keys keys.json",
  "sample=$(jq --raw-output .dataset.samples[0].uuid street.json)",
  "annotary prove acme/street v1 $sample proof.json --line line.json",
  "annotary verify proof.json --proof --keys keys.json --line line.json",
  "annotary signing-key rotate",
  "printf %s $KEY > agent-key",
  "annotary mcp --server http://127.0.0.1:$ANNOTARY_PORT --key-file agent-key --read-only < /dev/null",
  `curl --silent --fail --header "Authorization: APIKey $KEY" --json '{"filename": "mistake.png"}' http://127.0.0.1:$ANNOTARY_PORT/assets/ > asset.json`,
  `jq --raw-output '.presignedPostFields.fields | to_entries[] | "form = \\"\\(.key)=\\(.value)\\""' asset.json > form.txt`,
  `curl --silent --fail --config form.txt --form file=@asset.json "$(jq --raw-output .presignedPostFields.url asset.json)"`,
  "id=$(jq --raw-output .uuid asset.json)",
  "annotary asset collect --keep-hours 24 --dry-run",
  "annotary asset delete $id --force",
]

/** Commands and options that no test runs from the pages, each with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  "annotary completion fish | source": "fish sources it; completion.test.ts runs it where fish is installed",
  "--distribute": "it needs Citus; .ci/citus runs it",
  "--shards": "it needs Citus; .ci/citus runs it",
  "docker build --tag annotary .": "it needs a container runtime; .ci/image builds the Dockerfile",
  "docker run --publish 8080:8080 --volume annotary:/data annotary":
    "it needs a container runtime; .ci/image starts the image",
  "helm install": "it needs a cluster; helm lint and helm template check the chart in a test",
  "systemctl edit caddy":
    "it needs systemd as the first process; the page's variable is set for Caddy in a test",
  "systemctl restart pgbouncer": "it needs systemd as the first process; the page starts pgbouncer itself",
  "npx -y pnpm@12 --filter @annotary/server kill": "it takes hours; .ci/full runs it",
  "npx -y pnpm@12 --filter @annotary/server storm": "it takes hours; .ci/full runs it",
  "npx -y pnpm@12 --filter @annotary/server chaos": "it takes hours; .ci/full runs it",
}
