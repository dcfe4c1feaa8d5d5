create table masking_rules (
  seq bigint generated always as identity,
  org_id uuid not null,
  source_id uuid not null references sources (id) on delete cascade,
  version_number integer not null,
  rules varchar not null,
  created_by varchar not null,
  created_at timestamp(3) with time zone not null,
  primary key (source_id, version_number)
);

-- the version of the source's rules; older servers no longer work in data planes after this migration,
-- and a masked import without an attestation fails
alter table imports add column masking_version integer;
alter table golden_versions add column masking_version integer;
alter table golden_versions add column attestation varchar;
alter table instances add column masking_version integer;
alter table databases add column masking_version integer;
-- older servers do not check it
alter table goldens add column requires_masking boolean default false not null;
