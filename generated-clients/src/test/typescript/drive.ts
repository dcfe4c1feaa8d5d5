// Drives the surface at the address in the first argument; the token is the first line of the input.
import {
  Configuration,
  GoldensApi,
  ImportsApi,
  InstancesApi,
  type ApiError,
  ResponseError,
  SourcesApi,
} from '../../../target/typescript';

declare const process: {
  argv: string[];
  stdin: AsyncIterable<Uint8Array>;
  exitCode: number;
};

async function token(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += new TextDecoder().decode(chunk);
  }
  return text.trim();
}

function check(so: boolean, what: string): void {
  if (!so) {
    throw new Error(`not so: ${what}`);
  }
  console.log(what);
}

async function refusal(call: Promise<unknown>): Promise<Response> {
  try {
    await call;
  } catch (e) {
    if (e instanceof ResponseError) {
      return e.response;
    }
    throw e;
  }
  throw new Error('nothing was refused');
}

async function cloneOnce(configuration: Configuration): Promise<void> {
  const instances = new InstancesApi(configuration);
  await new GoldensApi(configuration).registerVersion({
    registerVersionRequest: { name: 'shop', substrate: 'postgres', vscHandle: 'vsc-shop' },
  });
  const { id } = await instances.launchInstance({ launchInstanceRequest: { golden: 'shop', ttl: '8h' } });
  const ready = await instances.getInstance({ id, wait: '60s' });
  check(ready.phase === 'Ready', 'the clone is ready');
  check(ready.expiresAt > ready.createdAt, 'the clone expires later');
  const credentials = await instances.getInstanceCredentials({ id });
  check(credentials.password.length > 0, 'the credentials have a password');
  await instances.destroyInstance({ id });
  const gone = await refusal(instances.getInstance({ id, wait: '60s' }));
  check(gone.status === 404, 'the clone is gone');
}

async function beRefused(configuration: Configuration): Promise<void> {
  const launch = { golden: 'shop', ttl: 'soon' };
  const refused = await refusal(new InstancesApi(configuration).launchInstance({ launchInstanceRequest: launch }));
  const error = (await refused.json()) as ApiError;
  check(error.details?.[0].field === 'ttl', 'the refusal names the field');
}

async function importOnce(configuration: Configuration): Promise<void> {
  const sources = new SourcesApi(configuration);
  const config = { host: 'db.example', port: 5432, dbname: 'shop' };
  const { id } = await sources.createSource({
    createSourceRequest: { kind: 'rds', config, scopedCredsRef: 'creds' },
  });
  const imports = new ImportsApi(configuration);
  const job = await imports.startImport({ startImportRequest: { sourceId: id, golden: 'imported' } });
  const done = await imports.getImport({ id: job.id, wait: '60s' });
  check(done.phase === 'Succeeded' && done.finishedAt instanceof Date, 'the import has succeeded');
}

async function drive(): Promise<void> {
  const accessToken = await token();
  const configuration = new Configuration({ basePath: process.argv[2], accessToken });
  await cloneOnce(configuration);
  await beRefused(configuration);
  await importOnce(configuration);
}

drive().catch((e) => {
  console.error(e);
  process.exitCode = 1;
});
